import type { EngineContext, KindCompressor } from '../../../context.ts';
import { EngineError } from '../../../api/errors.ts';
import { change, kept, outcome, skip, unchanged } from '../../../api/report/findings.ts';
import type { Kept, Outcome } from '../../../api/report/report.ts';
import { countFeatures, keptFeatures } from '../verify/features.ts';
import { optimizeDocument } from './optimize-document.ts';
import type { PdfDocument } from '../model/document.ts';
import { nameOf, PdfDict, type PdfObject } from '../model/objects.ts';
import { readPageTree } from '../model/pages.ts';
import { forbiddenRights } from '../protection/permissions.ts';
import { reasonToLeaveAlone } from '../protection/policy.ts';
import { readDocument } from '../reading/read-document.ts';
import { renderBudgetOf } from '../verify/render-limits.ts';

/**
 * Makes a PDF smaller: structure, fonts and pictures, each checked against the source in renders by another reader.
 * @throws EngineError "damaged", "password-protected" or "limit-exceeded"
 */
export const compressPdf: KindCompressor = async (source, context) => {
  const { document, budget, isRepaired } = await context.steps.timed('read', () =>
    readDocument(source, context.codecs.deflate, context.codecs.ciphers),
  );
  if (document.trailer.has('Encrypt')) return keepEncrypted(source, document, context);
  const features = countFeatures(document);
  if (features.pages === 0) await expectPages(source, document, context);
  const protection = document.encryption && protectionOf(document.encryption.dict);
  const preserved = [...(protection ? [protection] : []), ...keptFeatures(features)];
  const reason = reasonToLeaveAlone(document, source);
  if (reason) return unchanged(source, { kept: preserved, skips: [reason] });
  // What shows on which page is a matter of the reader here: nothing could be proven of a result.
  if (features.pages === 0 || readPageTree(document).isDisputed)
    return unchanged(source, { kept: preserved, skips: [skip('not-checkable')] });
  const result = await optimizeDocument({ source, document, budget, features, context });
  const found = [{ kept: preserved, changes: isRepaired ? [change('repaired')] : [] }, result];
  return result.bytes === source ? unchanged(source, ...found) : outcome(result.bytes, ...found);
};

function protectionOf(dict: PdfDict): Kept {
  const rights = forbiddenRights(dict);
  return kept('protection', { values: { forbidden: rights.length > 0 ? rights : ['nothing'] } });
}

/**
 * A page that the tree does not lead to is shown by some readers.
 * @throws EngineError "damaged" where there is none, or the independent reader cannot open the document
 */
async function expectPages(
  source: Uint8Array,
  document: PdfDocument,
  { codecs }: EngineContext,
): Promise<void> {
  const isPage = (object: PdfObject): boolean =>
    object instanceof PdfDict && nameOf(object.get('Type')) === 'Page';
  if (![...document.objects.values()].some(isPage))
    throw new EngineError('damaged', 'This PDF is damaged: it has no pages that can be read.');
  (await codecs.pages.open(source, renderBudgetOf(source.length))).close();
}

/** @throws EngineError "password-protected" when the independent reader cannot open it without a password */
async function keepEncrypted(
  source: Uint8Array,
  document: PdfDocument,
  { codecs }: EngineContext,
): Promise<Outcome> {
  (await codecs.pages.open(source, renderBudgetOf(source.length))).close();
  const rights = forbiddenRights(document.dict(document.trailer.get('Encrypt')));
  const forbidden = rights.length > 0 ? rights : ['nothing'];
  return unchanged(source, { skips: [skip('encrypted', { values: { forbidden } })] });
}
