import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { ArticleFrontmatter } from '../../app/content/article.ts';

const content = fileURLToPath(new URL('../../app/content/', import.meta.url));
const routes = fileURLToPath(new URL('../../app/routes/', import.meta.url));

/** An MDX file as its author wrote it. */
export interface WrittenPage {
  readonly path: string;
  readonly frontmatter: ArticleFrontmatter;
  /** Body without front matter. */
  readonly source: string;
}

export const landingPages = readFolder('landing', '/');
export const blogPages = readFolder('blog', '/blog/');
export const documents = readFolder('documents', '/');

/** Words that a reader reads: no front matter, imports, code, figures or markup. */
export function prose(source: string): string {
  return source
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^<[A-Z][\s\S]*?\/>$/gm, '')
    .replace(/^(import|export) .*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[#*`_|[\]]|^-{3,}$/gm, ' ');
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Paragraphs and list items of at least eight words, for comparing pages. */
export function paragraphs(source: string): string[] {
  return prose(source)
    .split(/\n{2,}|\n(?=\s*(?:- |\d+\. ))/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => countWords(paragraph) >= 8);
}

/** Links that stay inside the site, as written in Markdown. */
export function internalLinks(source: string): string[] {
  return [...source.matchAll(/\]\((\/[^)#\s]*)/g)].map((match) => match[1] ?? '');
}

/** True when a route file answers a path of the main layout. */
export function routeExists(path: string): boolean {
  const name = path === '/' ? '_index' : path.slice(1).replaceAll('/', '.');
  return [`_site.${name}.tsx`, `${name}.tsx`].some((file) => existsSync(routes + file));
}

function readFolder(folder: string, prefix: string): readonly WrittenPage[] {
  return globSync(`${content}${folder}/*.mdx`)
    .sort()
    .map((file) => {
      const [, head = '', source = ''] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
      return {
        path: prefix + basename(file, '.mdx'),
        frontmatter: parse(head) as ArticleFrontmatter,
        source,
        folder: dirname(file),
      };
    });
}
