import type { ArticleFrontmatter } from '~/content/article.ts';
import { blogLinks, publishedPaths } from '~/content/navigation.ts';

interface PublishedPage {
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
const frontmatterByPath = new Map([...withPaths(landing, '/'), ...withPaths(blog, '/blog/')]);

/** Every page that search engines may list, in the order of the navigation. */
export function publishedPages(): readonly PublishedPage[] {
  return publishedPaths.map((path) => {
    const date = frontmatterByPath.get(path)?.date;
    return date === undefined ? { path } : { path, date };
  });
}

/** The articles of the blog, newest first. */
export function publishedArticles(): readonly (ArticleFrontmatter & { readonly path: string })[] {
  return blogLinks
    .flatMap(({ to: path }) => {
      const frontmatter = frontmatterByPath.get(path);
      return frontmatter ? [{ ...frontmatter, path }] : [];
    })
    .sort((a, b) => b.date.localeCompare(a.date));
}

function withPaths(modules: Readonly<Record<string, ArticleFrontmatter>>, folder: string) {
  return Object.entries(modules).map(
    ([file, frontmatter]) =>
      [folder + (file.split('/').at(-1) ?? '').replace(/\.mdx$/, ''), frontmatter] as const,
  );
}
