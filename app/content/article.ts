import type { MDXContent } from 'mdx/types';

/** What the front matter of an article says. */
export interface ArticleFrontmatter {
  readonly title: string;
  readonly subtitle: string;
  /** For search results and shared links: at most 160 characters. */
  readonly description: string;
  /** Day of publication, `YYYY-MM-DD`. */
  readonly date: string;
  /** Label of the button to the compress page. */
  readonly cta: string;
  readonly cover: Cover;
  /** Paths of landing pages, articles and other pages to go on with. */
  readonly related: readonly string[];
}

/** A drawn cover: the scene, and the weights that its bar shows. */
export interface Cover {
  readonly scene: CoverScene;
  /** Written on the sheet. */
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

export type CoverScene =
  | 'sheets'
  | 'slides'
  | 'frames'
  | 'envelope'
  | 'phone'
  | 'lens'
  | 'stage'
  | 'browser'
  | 'compare'
  | 'desks'
  | 'printer'
  | 'film';

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
}

/** A compiled MDX file. */
export interface ArticleModule {
  readonly default: MDXContent;
  readonly frontmatter: ArticleFrontmatter;
  readonly contents: readonly ContentsEntry[];
}
