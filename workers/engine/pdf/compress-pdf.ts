import type { EngineContext, KindCompressor } from '../context.ts';
import { EngineError } from '../errors.ts';
import { countFeatures, type FeatureCounts } from './features.ts';
import { climbDown } from './ladder.ts';
import { ENCRYPTED, reasonToLeaveAlone } from './policy.ts';
import { readDocument } from './reading/read-document.ts';

/**
 * Makes a PDF smaller: structure, fonts and pictures, each checked against the source as another reader draws it.
 * @throws EngineError "damaged", "password-protected" or "limit-exceeded"
 */
export const compressPdf: KindCompressor = async (source, context) => ({
  bytes: await compressDocument(source, context),
  ...context.report.findings(),
});

async function compressDocument(source: Uint8Array, context: EngineContext): Promise<Uint8Array> {
  const { report } = context;
  const { document, repaired } = await report.timed('read', () =>
    readDocument(source, context.codecs.deflate),
  );
  if (document.trailer.has('Encrypt')) return returnEncrypted(source, context);
  const features = countFeatures(document);
  if (features.pages === 0) {
    throw new EngineError('damaged', 'This PDF is damaged: it has no pages that can be read.');
  }
  keepLines(context, features);
  const reason = reasonToLeaveAlone(document);
  if (reason) {
    report.skipped(reason.code, reason.detail);
    return source;
  }
  if (repaired) report.changed('repaired', 'The damaged list of objects was rebuilt.');
  return climbDown({ source, document, features, context });
}

/** Whether it needs a password to open, the independent reader tells. */
async function returnEncrypted(source: Uint8Array, context: EngineContext): Promise<Uint8Array> {
  (await context.codecs.pages.open(source)).close();
  context.report.skipped(ENCRYPTED.code, ENCRYPTED.detail);
  return source;
}

function keepLines(context: EngineContext, features: FeatureCounts): void {
  for (const [feature, count] of Object.entries(features)) if (count > 0) context.report.kept(feature, count);
}
