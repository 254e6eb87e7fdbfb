import { orIfRefused } from '../../api/errors.ts';
import type { EngineContext } from '../../context.ts';
import type { PictureOptions } from '../../picture-options.ts';
import { isAnimatedPng, readPngSource, type PngSource } from './png-source.ts';
import { rowsBytesOf } from './rows-bytes.ts';
import { STORED_SHARE } from './tuning.ts';

/**
 * A still in the form that most programs write: 8 bits a sample where 16 say no more, and deflated. All that follows goes by the
 * bytes of the source, which are to say what is shown and not how it was written.
 * @returns the source itself where that is no smaller
 */
export async function inPlainForm(
  source: PngSource,
  options: PictureOptions,
  context: EngineContext,
): Promise<PngSource> {
  const { bytes, header } = source;
  const isStored = bytes.length > STORED_SHARE * rowsBytesOf(header);
  if (isAnimatedPng(source) || (header.depth < 16 && !isStored)) return source;
  const plain = await context.steps.timed('pack', () =>
    context.codecs.image
      .optimizePng(bytes, { keepChunks: true, effort: 'plain', maxBytes: bytes.length })
      .catch(orIfRefused(bytes)),
  );
  const found = plain === bytes ? source : await readPngSource(plain, context, options);
  return found.header.depth < 16 || isStored ? found : source;
}
