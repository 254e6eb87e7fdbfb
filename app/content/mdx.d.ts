declare module '*.mdx' {
  import type { MDXContent } from 'mdx/types';
  import type { ArticleFrontmatter, ContentsEntry } from './article.ts';

  export const frontmatter: ArticleFrontmatter;
  export const contents: readonly ContentsEntry[];
  const Content: MDXContent;
  export default Content;
}

declare module '*.md' {
  import type { MDXContent } from 'mdx/types';

  const Content: MDXContent;
  export default Content;
}
