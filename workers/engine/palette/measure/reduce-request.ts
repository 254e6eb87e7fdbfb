import type { Raster } from '../../base/raster.ts';
import type { PaletteMemory } from './palette-memory.ts';
import type { RenderIndexed } from '../map/indexed-picture.ts';

/** What is asked of a picture in few colours. */
export interface ReduceRequest {
  /** Lowest score accepted. */
  readonly floor: number;
  /** "fast" tries fewer palettes, for about 1 % more bytes ["full"]. */
  readonly effort?: 'fast' | 'full';
  /** Longest result that its caller takes: a palette far above it ends the search [Infinity]. */
  readonly maxBytes?: number;
  /** How the source is displayed, in sRGB; may be the raster itself. */
  readonly reference: Raster;
  /** What searches at other floors found out [nothing]. */
  readonly known?: PaletteMemory;
  /** Renders a reduced picture for comparison with the reference. */
  readonly render: RenderIndexed;
}
