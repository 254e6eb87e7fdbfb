import type { EngineContext, KindCompressor } from '../../context.ts';
import { outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Outcome } from '../../api/report/report.ts';
import { InflateBudget } from '../../containers/zip/zip-reader.ts';
import { writeZip } from '../../containers/zip/zip-writer.ts';
import { compressToTarget } from './compress-to-target.ts';
import { identifyDocument } from './identify-document.ts';
import { findKept } from './kept-features.ts';
import { replaceBitmapMetafiles } from './metafiles/replace-bitmap-metafiles.ts';
import type { OfficePackage, PackageStep } from './office-package.ts';
import { packParts } from './pack-parts.ts';
import { OpcPackage } from './package/opc-package.ts';
import { XmlBudget } from './package/xml-budget.ts';
import { DeckPictureBudget } from './pictures/deck-picture-budget.ts';
import { presetQuality } from './pictures/picture-quality.ts';
import { shrinkPictures } from './pictures/shrink-pictures.ts';
import { runSteps } from './run-steps.ts';
import { dropConveniences } from './structure/drop-conveniences.ts';
import { dropUnreachableParts } from './structure/drop-unreachable-parts.ts';
import { mergeIdenticalParts } from './structure/merge-identical-parts.ts';
import { minifyDrawings } from './structure/minify-svg.ts';
import { shrinkEmbeddedDocuments } from './structure/shrink-embedded-documents.ts';
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
 * Makes an office document smaller: pictures by the size they are shown at, parts once and packed well.
 * Pages, notes, animations, sounds, videos, fonts and embedded documents stay.
 * @throws EngineError "unsupported" for anything but our kinds, "damaged", "password-protected" or "limit-exceeded"
 */
export const compressOffice: KindCompressor = (source, context) =>
  context.target
    ? compressToTarget(source, context.target, context, (attempt, ways) =>
        compressPackage(source, attempt, ways),
      )
    : compressPackage(source, context, { quality: presetQuality(context) });

async function compressPackage(
  source: Uint8Array,
  context: EngineContext,
  pictures: Pick<OfficePackage, 'quality' | 'makePicture'>,
): Promise<Outcome> {
  const packageBudgets = { inflateBudget: new InflateBudget(), xmlBudget: new XmlBudget(source.length) };
  const opc = await OpcPackage.open(source, context.codecs.deflate, packageBudgets);
  const { kind, main } = identifyDocument(opc);
  if (isSigned(opc)) return unchanged(source, { skips: [skip('signed')] });
  const budgets = { ...packageBudgets, pictureBudget: new DeckPictureBudget(source.length) };
  const findings = await runSteps(STEPS, {
    ...pictures,
    ...budgets,
    opc,
    kind,
    main,
    context,
    embeddedIn: [],
  });
  const { entries, ...packing } = await context.steps.timed('packing', () => packParts(opc, context));
  context.onProgress(1);
  return outcome(writeZip(entries), findings, findKept(kind, opc), packing);
}
