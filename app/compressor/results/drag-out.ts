import type { CompressedFile } from '../queue/request.ts';

/** Long enough for a drag across several windows, and for the file to be written at its end. */
const REVOKE_AFTER_MS = 5 * 60_000;

/** Fills a drag with a result, so that it can be let go on the desktop or on another page. */
export function dragOut(carried: DataTransfer, { blob, name, type }: CompressedFile): void {
  const url = URL.createObjectURL(blob);
  // Type, name and address between colons: a colon in the name would end it.
  carried.setData('DownloadURL', `${type}:${name.replaceAll(':', '_')}:${url}`);
  carried.items?.add(new File([blob], name, { type }));
  carried.effectAllowed = 'copy';
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
