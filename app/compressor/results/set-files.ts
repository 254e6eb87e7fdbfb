import type { JSZipObject } from 'jszip';
import { loadLate } from '~/load-late.ts';

/** The files of a set: its images, then their list and HTML. Code for zips is loaded here. @throws when they cannot be read */
export async function filesOfSet(archive: Blob): Promise<JSZipObject[]> {
  const { default: JSZip } = await loadLate(() => import('jszip'));
  return Object.values((await JSZip.loadAsync(archive)).files);
}

/** The HTML of a set, to paste into a page. @throws as {@link filesOfSet} */
export async function htmlOfSet(archive: Blob): Promise<string> {
  const files = await filesOfSet(archive);
  return files.find(({ name }) => name.endsWith('.html'))!.async('string');
}
