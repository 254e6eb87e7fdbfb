import { latin1 } from '../../../base/bytes.ts';
import type { Chunk } from '../../../containers/png/chunks.ts';
import { generationMarker, readMarker } from '../../../metadata/generation-marker.ts';

export const MARKER_KEYWORD = 'fp';

/** Whether a chunk holds a generation marker. */
export function isMarker({ type, data }: Chunk): boolean {
  return type === 'tEXt' && data.length <= 8 && floorIn(data) !== null;
}

/** The floor that the marker of an earlier pass names; null without one. */
export function markedFloorIn(chunks: readonly Chunk[]): number | null {
  const marker = chunks.find(isMarker);
  return marker ? floorIn(marker.data) : null;
}

function floorIn(data: Uint8Array): number | null {
  return readMarker(latin1(data).replace('\0', ''));
}

/** What is known of a source. */
interface MarkedSource {
  readonly embedded: boolean;
  readonly ancillary: { readonly markedFloor: number | null };
}

/**
 * The generation marker of a result with loss, which keeps a second pass from taking more; none in a document.
 * @param floor that it reached beside the source, which may have lost something before
 */
export function lossMarker({ embedded, ancillary }: MarkedSource, floor: number): Chunk[] {
  const lostBefore = 100 - (ancillary.markedFloor ?? 100);
  return embedded ? [] : [markerChunk(Math.max(0, floor - lostBefore))];
}

export function markerChunk(floor: number): Chunk {
  return {
    type: 'tEXt',
    data: new TextEncoder().encode(`${MARKER_KEYWORD}\0${generationMarker(floor).slice(2)}`),
  };
}

/** The marker of an earlier pass, for a result that adds no loss: without it the next pass would. */
export function keptMarker(markedFloor: number | null): Chunk[] {
  return markedFloor === null ? [] : [markerChunk(markedFloor)];
}
