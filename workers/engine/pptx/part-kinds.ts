import type { Part } from './package/opc-package.ts';
import { extensionOf } from './package/part-names.ts';

const SOUND_AND_VIDEO = new Set(
  'mp4 m4v mov avi wmv asf mpg mpeg mkv webm ogv mp3 m4a aac wav wma aif aiff au mid midi flac oga ogg'.split(
    ' ',
  ),
);

/** Films and sounds: they stay byte for byte as they are. */
export function isSoundOrVideo(part: Part): boolean {
  return /^(audio|video)\//.test(part.contentType) || SOUND_AND_VIDEO.has(extensionOf(part.name));
}

/** Sounds and films whose format holds plain samples: only these have anything to deflate. */
export function isPlainMedia(part: Part): boolean {
  return (
    PLAIN_MEDIA.has(extensionOf(part.name)) ||
    /^(audio\/(x-|vnd\.)?(wav|wave|aiff?|basic|midi?)|video\/(x-ms|ms)?video|video\/avi)$/.test(
      part.contentType,
    )
  );
}

const PLAIN_MEDIA = new Set(['wav', 'aif', 'aiff', 'au', 'mid', 'midi', 'avi']);

/** Pictures in any format, vector ones included. */
export function isPicture(part: Part): boolean {
  return part.contentType.startsWith('image/');
}
