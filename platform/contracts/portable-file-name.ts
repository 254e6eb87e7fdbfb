// eslint-disable-next-line no-control-regex
const REFUSED_BY_WINDOWS = /[<>:"/\\|?*\u0000-\u001f]/g;

/** Bytes of UTF-8 that every usual file system takes; Windows counts letters, which are fewer. */
const MAX_BYTES = 255;
/** Room for the number that tells equal names apart: " (12)". */
const NUMBER_BYTES = 8;

/**
 * A name under which every system can unpack a file: what Windows refuses becomes "_", also the colon of a drive letter, and
 * letters before the extension give way where there are too many.
 */
export function portableFileName(fileName: string): string {
  const name = fileName.replace(REFUSED_BY_WINDOWS, '_').replace(/[. ]+$/, '_');
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - extension.length)];
  let left = MAX_BYTES - NUMBER_BYTES - bytesOf(extension);
  const fits = stem.findIndex((letter) => (left -= bytesOf(letter)) < 0);
  return fits < 0 ? name : stem.slice(0, fits).join('') + extension;
}

/** A path of which every part is such a name: slashes part folders, and none leads out of the first. */
export function portablePath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map(portableFileName).join('/');
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
