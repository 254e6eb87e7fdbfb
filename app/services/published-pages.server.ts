import type { ArticleFrontmatter } from '~/content/article.ts';
import { headerLinks, legalLinks } from '~/content/navigation.ts';

export interface PublishedPage {
  /** From the root. */
  readonly path: string;
  /** Day of publication, `YYYY-MM-DD`, where there is one. */
  readonly date?: string;
}

const landing = import.meta.glob<ArticleFrontmatter>('../content/landing/*.mdx', {
  import: 'frontmatter',
  eager: true,
});
const blog = import.meta.glob<ArticleFrontmatter>('../content/blog/*.mdx', {
  import: 'frontmatter',
  eager: true,
});

/** Every page that may be found, in the order of the navigation. */
export function publishedPages(): readonly PublishedPage[] {
  return [
    ...[...headerLinks, ...legalLinks].map(({ to }) => ({ path: to })),
    ...withPaths(landing, '/'),
    ...publishedArticles(),
  ];
}

/** The articles of the blog, newest first. */
export function publishedArticles(): readonly (ArticleFrontmatter & { readonly path: string })[] {
  return withPaths(blog, '/blog/').sort((a, b) => b.date.localeCompare(a.date));
}

function withPaths(modules: Readonly<Record<string, ArticleFrontmatter>>, folder: string) {
  return Object.entries(modules).map(([file, frontmatter]) => ({
    ...frontmatter,
    path: folder + (file.split('/').at(-1) ?? '').replace(/\.mdx$/, ''),
  }));
}
