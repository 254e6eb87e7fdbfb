import { deriveContext, type EngineContext } from '../context.ts';
import { detectKind, SNIFF_BYTES } from '../api/detect.ts';
import { EngineError } from '../api/errors.ts';
import { isPictureKind, listOfKinds } from '../api/kinds.ts';
import type { PictureOptions } from '../picture-options.ts';
import { unchanged } from '../api/report/findings.ts';
import type { Outcome } from '../api/report/report.ts';
import { StepTimer } from '../api/report/step-timer.ts';
import { loadPicture } from './load-picture.ts';

/**
 * Makes a picture inside a document smaller, in its own format. A target size of the context is that of the document and
 * does not apply to the picture.
 * @param options embedded by default: samples, profile and orientation stay as stored
 * @returns the smaller bytes with what was done, or the source itself when nothing helped
 * @throws EngineError "damaged", "too-large", or "unsupported" for anything but our kinds of picture: keep such a part as it is
 */
export async function compressPicture(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Outcome> {
  // The document times its own steps, and this picture is part of one of them.
  const steps = new StepTimer();
  const own = deriveContext(context, { target: undefined, onProgress: () => {}, steps });
  const result = await compressByKind(bytes, own, { embedded: true, ...options });
  return result.bytes.length < bytes.length ? result : unchanged(bytes, result);
}

async function compressByKind(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions,
): Promise<Outcome> {
  const kind = detectKind(bytes.subarray(0, SNIFF_BYTES));
  if (!isPictureKind(kind)) throw notForDocuments();
  const { compress } = await loadPicture(kind);
  if (!compress) throw notForDocuments();
  return compress(bytes, context, options);
}

function notForDocuments(): EngineError {
  return new EngineError('unsupported', `The image is not a ${listOfKinds('or', 'picture')}.`);
}
