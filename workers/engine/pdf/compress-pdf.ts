import type { EngineContext, KindCompressor } from '../context.ts';
import { EngineError } from '../errors.ts';
import { change, outcome, skip, unchanged } from '../report/findings.ts';
import type { Outcome } from '../report/report.ts';
import { countFeatures, keptFeatures } from './features.ts';
import { optimizeDocument } from './optimize-document.ts';
import type { PdfDocument } from './model/document.ts';
import { forbiddenRights } from './permissions.ts';
import { reasonToLeaveAlone } from './policy.ts';
import { readDocument } from './reading/read-document.ts';
import { renderBudgetOf } from './verify/render-limits.ts';

/**
 * Makes a PDF smaller: structure, fonts and pictures, each checked against the source in renders by another reader.
 * @throws EngineError "damaged", "password-protected" or "limit-exceeded"
 */
export const compressPdf: KindCompressor = async (source, context) => {
  const { document, budget, isRepaired } = await context.steps.timed('read', () =>
    readDocument(source, context.codecs.deflate),
  );
  if (document.trailer.has('Encrypt')) return keepEncrypted(source, document, context);
  const features = countFeatures(document);
  if (features.pages === 0) {
    throw new EngineError('damaged', 'This PDF is damaged: it has no pages that can be read.');
  }
  const kept = keptFeatures(features);
  const reason = reasonToLeaveAlone(document);
  if (reason) return unchanged(source, { kept, skips: [skip(reason)] });
  const result = await optimizeDocument({ source, document, budget, features, context });
  const found = [{ kept, changes: isRepaired ? [change('repaired')] : [] }, result];
  return result.bytes === source ? unchanged(source, ...found) : outcome(result.bytes, ...found);
};

/** @throws EngineError "password-protected" when the independent reader cannot open it without a password */
async function keepEncrypted(
  source: Uint8Array,
  document: PdfDocument,
  { codecs }: EngineContext,
): Promise<Outcome> {
  (await codecs.pages.open(source, renderBudgetOf(source.length))).close();
  const rights = forbiddenRights(document);
  const forbidden = rights.length > 0 ? rights : ['nothing'];
  return unchanged(source, { skips: [skip('encrypted', { values: { forbidden } })] });
}
