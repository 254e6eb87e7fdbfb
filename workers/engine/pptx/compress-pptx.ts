import type { EngineContext, KindCompressor } from '../context.ts';
import { InflateBudget } from '../zip/zip-reader.ts';
import { writeZip } from '../zip/zip-writer.ts';
import type { OfficePackage, PackageStep } from './office-package.ts';
import { getPresentationPart } from './package/identify-package.ts';
import { OpcPackage } from './package/opc-package.ts';
import { presetQuality, type PictureQuality } from './pictures/picture-quality.ts';
import { replaceBitmapMetafiles } from './metafiles/replace-bitmap-metafiles.ts';
import { reportKept } from './report-kept.ts';
import { reachTarget } from './reach-target.ts';
import { packParts } from './pack-parts.ts';
import { shrinkPictures } from './pictures/shrink-pictures.ts';
import { dropConveniences } from './structure/drop-conveniences.ts';
import { dropUnreachableParts } from './structure/drop-unreachable-parts.ts';
import { mergeIdenticalParts } from './structure/merge-identical-parts.ts';
import { shrinkEmbeddedDocuments } from './structure/shrink-embedded-documents.ts';
import { minifyDrawings } from './structure/minify-svg.ts';
import { isSigned } from './structure/signatures.ts';

/** The work on a package, in order. Embedded documents go through the same list. */
const STEPS: readonly PackageStep[] = [
  dropConveniences,
  dropUnreachableParts,
  mergeIdenticalParts,
  replaceBitmapMetafiles,
  shrinkPictures,
  minifyDrawings,
  shrinkEmbeddedDocuments(() => STEPS),
];

/**
 * Makes a PowerPoint presentation smaller: pictures by the size they are shown at, parts once and packed well.
 * Slides, notes, animations, sounds, films, fonts and embedded documents stay.
 * @throws EngineError "unsupported" for anything but a .pptx, "damaged", "password-protected" or "limit-exceeded"
 */
export const compressPptx: KindCompressor = async (source, context) => ({
  bytes: await compressDeck(source, context),
  ...context.report.findings(),
});

async function compressDeck(source: Uint8Array, context: EngineContext): Promise<Uint8Array> {
  if (context.targetBytes === undefined) return shrinkDeck(source, context, presetQuality(context.preset));
  return reachTarget(source.length, context, (attempt, quality) => shrinkDeck(source, attempt, quality));
}

async function shrinkDeck(
  source: Uint8Array,
  context: EngineContext,
  quality: PictureQuality,
): Promise<Uint8Array> {
  const budget = new InflateBudget();
  const opc = await OpcPackage.open(source, context.codecs.deflate, budget);
  const main = getPresentationPart(opc);
  if (isSigned(opc)) {
    context.report.skipped(
      'signed',
      'This presentation is digitally signed. Any change would break the signature, so you get it back as it is.',
    );
    return source;
  }
  const office: OfficePackage = { opc, main, context, quality, depth: 0, budget };
  for (const step of STEPS) await context.report.timed(step.name, () => step.run(office));
  reportKept(opc, context.report);
  const entries = await context.report.timed('packing', () => packParts(opc, context));
  context.onProgress(1);
  return writeZip(entries);
}
