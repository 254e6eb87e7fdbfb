import { concatBytes, latin1 } from '../../base/bytes.ts';
import type { Box } from '../../containers/boxes/boxes.ts';
import { generationMarker, readMarker } from '../../metadata/generation-marker.ts';

/** Adds the generation marker behind all else, in a box that readers pass over. Source: ISO/IEC 14496-12, 8.1.2. */
export function withMarker(bare: Uint8Array, floor: number): Uint8Array {
  const text = new TextEncoder().encode(`free${generationMarker(floor)}`);
  return concatBytes([bare, Uint8Array.of(0, 0, 0, 4 + text.length), text]);
}

/** The floor of an earlier pass; null where there was none. @param file its boxes */
export function markedFloor(file: readonly Box[]): number | null {
  const last = file.at(-1);
  return last?.type === 'free' ? readMarker(latin1(last.data)) : null;
}
