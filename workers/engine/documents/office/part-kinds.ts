import type { ZipEntry } from '../../containers/zip/zip-entry.ts';
import type { Part } from './package/opc-package.ts';
import { extensionOf } from './package/part-names.ts';
import { DEFLATED_SHARE } from './tuning.ts';

const AUDIO_AND_VIDEO = new Set(
  'mp4 m4v mov avi wmv asf mpg mpeg mkv webm ogv mp3 m4a aac wav wma aif aiff au mid midi flac oga ogg'.split(
    ' ',
  ),
);

/** Extensions of parts that are packed in themselves. */
const PACKED = new Set([...AUDIO_AND_VIDEO, ...'jpg jpeg png gif webp wdp pptx docx xlsx'.split(' ')]);

/**
 * Bytes by which the work on a package goes, the same whether its parts are stored or deflated: those of what is packed in itself
 * and a share of all others, which is about what they take deflated.
 */
export function contentBytes(entries: readonly ZipEntry[]): number {
  return entries.reduce(
    (sum, { name, size }) => sum + size * (PACKED.has(extensionOf(name)) ? 1 : DEFLATED_SHARE),
    0,
  );
}

/** Sounds and videos: their content stays byte for byte as it is. */
export function isAudioOrVideo(part: Part): boolean {
  return /^(audio|video)\//.test(part.contentType) || AUDIO_AND_VIDEO.has(extensionOf(part.name));
}

/** Pictures in any format, vector ones included. */
export function isPicture(part: Part): boolean {
  return part.contentType.startsWith('image/');
}

/** Pictures of samples that we have a codec for: vector ones have steps of their own, HD Photo has none. */
export function isRasterPicture(part: Part): boolean {
  return isPicture(part) && !/emf|wmf|svg|vnd\.ms-photo|wdp/.test(part.contentType);
}

/** Content type of pictures without the common misspelling "image/jpg". */
export function pictureType({ contentType }: Part): string {
  return contentType.replace('jpg', 'jpeg');
}

/** Whether a part has a content type. */
export function ofType(type: RegExp): (part: Part) => boolean {
  return ({ contentType }) => type.test(contentType);
}
