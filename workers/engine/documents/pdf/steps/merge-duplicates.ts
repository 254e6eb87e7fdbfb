import type { Findings } from '../../../api/report/report.ts';
import { equalBytes } from '../../../base/bytes.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import type { PdfDocument } from '../model/document.ts';
import { PdfStream, type PdfObject } from '../model/objects.ts';
import { shareableNumbers } from '../model/shareable.ts';
import { replaceRefs } from '../model/walk.ts';
import { sortedText } from '../writing/serialize.ts';
import { counted } from './tidy-step.ts';
import { MAX_MERGE_ROUNDS } from '../tuning.ts';

/** Makes equal objects one where they are shareable. */
export function mergeDuplicates({ document }: PdfJob): Partial<Findings> {
  return { changes: counted('duplicates-merged', mergeEqualObjects(document)) };
}

/**
 * As {@link mergeDuplicates}, of any document. Streams are compared whole, dictionary and bytes: a hash only finds candidates.
 * @returns how many objects went
 */
export function mergeEqualObjects(document: PdfDocument): number {
  const shareable = shareableNumbers(document);
  let merged = 0;
  // Equal streams make the dictionaries that name them equal, and so on upwards.
  for (let round = 0; round < MAX_MERGE_ROUNDS; round++) {
    const replacements = findDuplicates(document, shareable);
    if (replacements.size === 0) break;
    replaceRefs(document, replacements);
    for (const num of replacements.keys()) document.objects.delete(num);
    merged += replacements.size;
  }
  return merged;
}

function findDuplicates(document: PdfDocument, shareable: ReadonlySet<number>): Map<number, number> {
  const byKey = new Map<string, number[]>();
  const replacements = new Map<number, number>();
  for (const [num, object] of document.objects) {
    if (!shareable.has(num)) continue;
    const key =
      object instanceof PdfStream ? `${streamText(object)} ${fingerprint(object.data)}` : sortedText(object);
    const candidates = byKey.get(key);
    const same = candidates?.find((other) => hasEqualData(object, document.objects.get(other)!));
    if (same !== undefined) replacements.set(num, same);
    else if (candidates) candidates.push(num);
    else byKey.set(key, [num]);
  }
  return replacements;
}

function streamText(stream: PdfStream): string {
  const dict = stream.dict.clone();
  dict.delete('Length');
  return sortedText(dict);
}

/** Length and FNV-1a over at most 4 KB spread over the bytes. */
function fingerprint(data: Uint8Array): string {
  let hash = 0x811c9dc5;
  const step = Math.max(1, Math.floor(data.length / 4096));
  for (let i = 0; i < data.length; i += step) hash = Math.imul(hash ^ data[i]!, 0x01000193);
  return `${data.length} ${hash >>> 0}`;
}

function hasEqualData(a: PdfObject, b: PdfObject): boolean {
  if (!(a instanceof PdfStream && b instanceof PdfStream)) return !(b instanceof PdfStream);
  return equalBytes(a.data, b.data);
}
