import { change, joinFindings, outcome, skip } from '../../../api/report/findings.ts';
import type { Findings, Outcome } from '../../../api/report/report.ts';
import { STORED, type ZipEntry } from '../../../containers/zip/zip-entry.ts';
import { writeZip } from '../../../containers/zip/zip-writer.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import { OpcPackage, type Part } from '../package/opc-package.ts';
import { kindOfMainPart } from '../office-kinds.ts';
import { findMainPart } from '../package/main-part.ts';
import { packParts } from '../pack-parts.ts';
import { runSteps } from '../run-steps.ts';
import { tryPart } from '../try-part.ts';
import { isSigned } from './signatures.ts';
import { MAX_EMBEDDED_DEPTH } from '../tuning.ts';

/**
 * Makes workbooks, texts and presentations smaller that are embedded in the file, the same way as the file itself.
 * @param steps run on every embedded package
 */
export function shrinkEmbeddedDocuments(steps: () => readonly PackageStep[]): PackageStep {
  return {
    name: 'embedded-documents',
    async run(office: OfficePackage): Promise<Partial<Findings>> {
      const { opc, context, embeddedIn } = office;
      if (embeddedIn.length >= MAX_EMBEDDED_DEPTH) return {};
      const found: Partial<Findings>[] = [];
      for (const part of opc.parts.filter(isEmbeddedPackage)) {
        context.signal.throwIfAborted();
        found.push(await tryPart(context, 'embedded-not-readable', () => shrinkOne(office, part, steps())));
      }
      return joinFindings(...found);
    },
  };
}

async function shrinkOne(
  office: OfficePackage,
  part: Part,
  steps: readonly PackageStep[],
): Promise<Partial<Findings>> {
  const source = await office.opc.read(part);
  if (source[0] !== 0x50 || source[1] !== 0x4b) return {};
  const inner = { ...office, embeddedIn: [...office.embeddedIn, part.name] };
  const { bytes, ...findings } = await shrinkPackage(inner, source, steps);
  if (bytes === source) return { skips: findings.skips };
  office.opc.replace(part, bytes);
  const savedBytes = Math.max(0, source.length - bytes.length);
  return joinFindings(findings, {
    changes: [change('embedded-documents-recompressed', { count: 1, savedBytes })],
  });
}

/** @returns the source where it is signed or nothing was gained */
async function shrinkPackage(
  office: OfficePackage,
  source: Uint8Array,
  steps: readonly PackageStep[],
): Promise<Outcome> {
  const { context } = office;
  const opc = await OpcPackage.open(source, context.codecs.deflate, office);
  const main = findMainPart(opc);
  if (!main || isSigned(opc)) return outcome(source, { skips: [skip('embedded-signed')] });
  const findings = await runSteps(steps, { ...office, opc, main, kind: kindOfMainPart(main) });
  const { entries, skips = [] } = await packParts(opc, context);
  const packed = writeZip(entries);
  const stored = writeZip(await unpackEntries(opc, entries));
  return outcome(await smallestInside(office, [source, packed, stored]), findings, { skips });
}

/**
 * The package with its parts stored. Deflated as a whole inside the file it is often smaller than parts
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

/** @returns the package that is smallest once it is deflated in its parent */
async function smallestInside(
  { context }: OfficePackage,
  packages: readonly [source: Uint8Array, ...candidates: Uint8Array[]],
): Promise<Uint8Array> {
  let best = packages[0];
  let bestBytes = Infinity;
  for (const candidate of packages) {
    const deflated = await context.codecs.deflate.deflate(candidate, { format: 'raw', level: 9 });
    const bytes = Math.min(candidate.length, deflated.length);
    if (bytes >= bestBytes) continue;
    best = candidate;
    bestBytes = bytes;
  }
  return best;
}

/** Whether a part is a document of the same make as the file itself. */
export function isEmbeddedPackage(part: Part): boolean {
  return (
    /openxmlformats-officedocument\.(spreadsheetml\.sheet|wordprocessingml\.document|presentationml\.presentation)$/.test(
      part.contentType,
    ) || /\.(xlsx|docx|pptx|xlsm|docm|pptm|xlsb)$/i.test(part.name)
  );
}
