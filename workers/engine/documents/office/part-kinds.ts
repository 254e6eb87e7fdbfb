import type { Part } from './package/opc-package.ts';
import { extensionOf } from './package/part-names.ts';

const AUDIO_AND_VIDEO = new Set(
  'mp4 m4v mov avi wmv asf mpg mpeg mkv webm ogv mp3 m4a aac wav wma aif aiff au mid midi flac oga ogg'.split(
    ' ',
  ),
);

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
