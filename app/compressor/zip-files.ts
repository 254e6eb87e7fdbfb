import { portableFileName } from '#platform/contracts/portable-file-name.ts';
import { loadLate } from '~/load-late.ts';
import type { CompressedFile } from './request.ts';

/**
 * One zip of all results, stored without further compression: they are compressed already.
 * @throws when the code for zips cannot be loaded
 */
export async function zipFiles(files: readonly CompressedFile[]): Promise<Blob> {
  const { default: JSZip } = await loadLate(() => import('jszip'));
  const zip = new JSZip();
  const taken = new Set<string>();
  for (const file of files) zip.file(freeName(portableFileName(file.name), taken), file.blob);
  return zip.generateAsync({ type: 'blob', compression: 'STORE' });
}

/** The name itself, or with a number before the extension when it is taken: "photo (2).jpg". */
export function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem} (${number})${extension}`;
  taken.add(free.toLowerCase());
  return free;
}
