import { BAND_CELL_SCALE, KEPT_METER_BYTES } from '../../thresholds.ts';
import type { CellMeans } from '../banding.ts';
import { cellTexture } from './cell-texture.ts';
import { Arena } from './arena.ts';
import { conesFromRgb, halve, mixingTable, OpsinPlanes, type Cones, type Plane } from './opsin.ts';
import type { RgbTile } from './rgb-tile.ts';
import type { PlaneWeights } from './weights.ts';

/** The memory of all tiles, with the mixing table in it; made at first use. */
let meterMemory: { readonly arena: Arena; readonly table: number } | undefined;

function openMemory() {
  if (!meterMemory || meterMemory.arena.byteLength > KEPT_METER_BYTES) {
    const arena = new Arena();
    meterMemory = { arena, table: arena.copyOf(mixingTable()) };
    arena.keep();
  }
  return meterMemory;
}

/** The planes of a tile at every scale, each made when it is asked for and there until the next tile is opened. */
class TileScales {
  readonly arena: Arena;
  private readonly tile: RgbTile;
  private readonly table: number;
  private readonly cones: Cones[];
  private readonly opsin: OpsinPlanes[];

  constructor({ arena, table }: ReturnType<typeof openMemory>, tile: RgbTile) {
    const cones = conesFromRgb(arena, tile.rgb, { ...tile, table });
    this.arena = arena;
    this.tile = tile;
    this.table = table;
    this.cones = [cones];
    this.opsin = [new OpsinPlanes(arena, cones)];
  }

  plane({ scale, channel }: Pick<PlaneWeights, 'scale' | 'channel'>): Plane {
    while (this.cones.length <= scale) {
      const cones = halve(this.arena, this.cones.at(-1)!);
      this.cones.push(cones);
      this.opsin.push(new OpsinPlanes(this.arena, cones));
    }
    return this.opsin[scale]!.plane(channel);
  }

  /** Copies of the planes in which bands are measured. */
  cellMeans(): CellMeans {
    const [x, y, b] = (['x', 'y', 'b'] as const).map((channel) =>
      this.plane({ scale: BAND_CELL_SCALE, channel }),
    );
    const { width, height, stride } = y!;
    const copy = ({ at }: Plane): Float32Array => this.arena.floatsAt(at, (stride * height) / 4).slice();
    return { width, height, stride: stride / 4, x: copy(x!), y: copy(y!), b: copy(b!) };
  }

  /** {@link cellTexture} of the cells in which bands are measured. */
  texture(): Float32Array {
    return cellTexture(this.arena, this.tile, this.table);
  }
}

/** Opens a tile; the one opened before it is gone. */
export function openScales(tile: RgbTile): TileScales {
  const memory = openMemory();
  memory.arena.reset();
  return new TileScales(memory, tile);
}
