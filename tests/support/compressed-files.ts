import type { CompressionReport, Skip } from '#engine/index.ts';
import type { FinishedItem, ListedResult } from '~/compressor/queue/queue-state.ts';

/** First bytes of a PNG file, enough to be recognised. */
export const PNG_HEAD = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const JPEG_HEAD = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);

/** A file that counts as a PNG, filled up to `bytes`; of each name with another content. */
export function pngFile(name: string, bytes = 1_000): File {
  const content = new TextEncoder().encode(name).subarray(0, Math.max(0, bytes - PNG_HEAD.length));
  const rest = new Uint8Array(Math.max(0, bytes - PNG_HEAD.length - content.length));
  return new File([PNG_HEAD, content, rest], name, { type: 'image/png' });
}

export function compressedFile(facts: Partial<ListedResult> = {}): ListedResult {
  const blob = new Blob([new Uint8Array(facts.size ?? 400)], { type: 'image/png' });
  return {
    name: 'featherpress_a.png',
    type: 'image/png',
    size: blob.size,
    blob,
    kind: 'png',
    correctedName: null,
    jobId: 'AAAAAAAAAAAAAAAAAAAAAA',
    report: null,
    place: 'server',
    options: { preset: 'balanced' },
    limitBytes: null,
    ...facts,
  };
}

export function finishedItem(name: string, facts: Partial<ListedResult> = {}, index = 0): FinishedItem {
  return {
    index,
    file: pngFile(name),
    kind: 'png',
    folder: '',
    options: { preset: 'balanced' },
    place: 'server',
    earlier: null,
    onlySmaller: false,
    jobId: null,
    state: { status: 'done', result: compressedFile(facts) },
  };
}

export function reportWith(skips: readonly Skip[]): CompressionReport {
  return {
    kind: 'pdf',
    preset: 'balanced',
    sourceBytes: 1_000,
    outputBytes: 1_000,
    savingsRatio: 0,
    score: null,
    changes: [],
    skips,
    kept: [],
    hints: [],
    steps: [],
  };
}
