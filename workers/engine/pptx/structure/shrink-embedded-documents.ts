import { isEngineError } from '../../errors.ts';
import { STORED, type ZipEntry } from '../../zip/zip-entry.ts';
import { writeZip } from '../../zip/zip-writer.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import { OpcPackage, type Part } from '../package/opc-package.ts';
import { findMainPart } from '../package/identify-package.ts';
import { packParts } from '../pack-parts.ts';
import { isSigned } from './signatures.ts';

/** Deeper documents in documents in documents stay as they are. */
const MAX_DEPTH = 2;

/**
 * Makes workbooks, texts and presentations smaller that are embedded in the file, the same way as the file itself.
 * @param steps run on every embedded package
 */
export function shrinkEmbeddedDocuments(steps: () => readonly PackageStep[]): PackageStep {
  return {
    name: 'embedded-documents',
    async run(office: OfficePackage): Promise<void> {
      if (office.depth >= MAX_DEPTH) return;
      for (const part of office.opc.parts.filter(isEmbeddedPackage)) {
        office.context.signal.throwIfAborted();
        await shrinkOne(office, part, steps());
      }
    },
  };
}

async function shrinkOne(office: OfficePackage, part: Part, steps: readonly PackageStep[]): Promise<void> {
  const { report } = office.context;
  const source = await office.opc.read(part);
  try {
    const content = await shrinkPackage(office, source, steps);
    if (!content) return;
    office.opc.replace(part, content);
    report.changed('embedded-documents-recompressed', 'Made embedded workbooks and documents smaller.', {
      count: 1,
      savedBytes: Math.max(0, source.length - content.length),
    });
  } catch (error) {
    // A bomb is one at any depth; anything else is one part that stays as it was.
    if (!isEngineError(error) || error.code === 'limit-exceeded') throw error;
    report.skipped('embedded-not-readable', 'An embedded document could not be read and was left as it is.');
  }
}

/** @returns the smaller package, or null when it is signed or nothing was gained */
async function shrinkPackage(
  office: OfficePackage,
  source: Uint8Array,
  steps: readonly PackageStep[],
): Promise<Uint8Array | null> {
  const { context, budget, quality } = office;
  if (source[0] !== 0x50 || source[1] !== 0x4b) return null;
  const opc = await OpcPackage.open(source, context.codecs.deflate, budget);
  const main = findMainPart(opc);
  if (!main || isSigned(opc)) {
    context.report.skipped(
      'embedded-signed',
      'An embedded document is signed or unusual and was left as it is.',
    );
    return null;
  }
  for (const step of steps) await step.run({ opc, main, context, quality, depth: office.depth + 1, budget });
  const entries = await packParts(opc, context);
  const packed = writeZip(entries);
  const stored = writeZip(await unpackEntries(opc, entries));
  return smallestInside(office, [source, packed, stored]);
}

/**
 * The same package with its parts stored. Deflated as a whole inside the presentation it is often smaller than parts
 * deflated one by one: a small workbook's XML parts repeat each other.
 */
async function unpackEntries(opc: OpcPackage, entries: readonly ZipEntry[]): Promise<ZipEntry[]> {
  const contents = opc.contents();
  const stored: ZipEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const bytes = entry.method === STORED ? entry.packed : await opc.read(contents[index]!);
    stored.push({ ...entry, method: STORED, packed: bytes });
  }
  return stored;
}

/** @returns the package that is smallest once it is deflated in its parent; null when that is the source */
async function smallestInside(
  { context }: OfficePackage,
  packages: readonly [source: Uint8Array, ...candidates: Uint8Array[]],
): Promise<Uint8Array | null> {
  let best = packages[0];
  let bestBytes = Infinity;
  for (const candidate of packages) {
    const deflated = await context.codecs.deflate.deflate(candidate, { format: 'raw', level: 9 });
    const bytes = Math.min(candidate.length, deflated.length);
    if (bytes >= bestBytes) continue;
    best = candidate;
    bestBytes = bytes;
  }
  return best === packages[0] ? null : best;
}

function isEmbeddedPackage(part: Part): boolean {
  return (
    /openxmlformats-officedocument\.(spreadsheetml\.sheet|wordprocessingml\.document|presentationml\.presentation)$/.test(
      part.contentType,
    ) || /\.(xlsx|docx|pptx|xlsm|docm|pptm|xlsb)$/i.test(part.name)
  );
}
