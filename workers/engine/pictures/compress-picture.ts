import type { EngineContext } from '../context.ts';
import { detectKind, SNIFF_BYTES } from '../detect.ts';
import { EngineError } from '../errors.ts';
import type { PictureOptions } from './picture-options.ts';

/**
 * Makes a picture inside a document smaller, in its own format. What happens goes into the context's report.
 * @param context its `targetBytes` should be absent: a target is the document's affair
 * @param options nested by default: samples, profile and orientation stay as stored
 * @returns the smaller bytes, or the source itself when nothing helped
 * @throws EngineError "damaged", "too-large", or "unsupported" for anything but JPEG, PNG and WebP: keep such a part as it is
 */
export async function compressPicture(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions = {},
): Promise<Uint8Array> {
  const nested = { isNested: true, ...options };
  const result = await compressByKind(bytes, context, nested);
  return result.length < bytes.length ? result : bytes;
}

async function compressByKind(
  bytes: Uint8Array,
  context: EngineContext,
  options: PictureOptions,
): Promise<Uint8Array> {
  const kind = detectKind(bytes.subarray(0, SNIFF_BYTES));
  if (kind === 'jpeg')
    return (await import('../jpeg/compress-jpeg.ts')).compressJpegPicture(bytes, context, options);
  if (kind === 'png')
    return (await import('../png/compress-png.ts')).compressPngPicture(bytes, context, options);
  if (kind === 'webp')
    return (await import('../webp/compress-webp.ts')).compressWebpPicture(bytes, context, options);
  throw new EngineError('unsupported', 'The picture is neither JPEG, PNG nor WebP.');
}
