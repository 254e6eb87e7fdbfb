import { benchmarksLink, blogLinks, headerLinks, legalLinks, toolLinks } from './navigation.ts';

const titles = new Map(
  [...headerLinks, ...toolLinks, ...blogLinks, ...legalLinks, benchmarksLink].map((link) => [
    link.to,
    link.label,
  ]),
);

/** The name under which a page is linked, e.g. in lists of related pages. */
export function linkLabel(path: string): string {
  const label = titles.get(path);
  if (label === undefined) throw new Error(`Expected a known page for path but received ${path}`);
  return path === '/file-compression-education' ? 'File Compression Guide' : label;
}
