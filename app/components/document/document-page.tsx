import type { MetaFunction } from '@remix-run/node';
import type { MDXContent } from 'mdx/types';
import type { ReactNode } from 'react';
import type { ContentsEntry } from '~/content/article.ts';
import { breadcrumb, pageMeta } from '~/content/page-meta.ts';
import { ContentsList, FoldedContentsList } from '../article/contents-list.tsx';
import { mdxComponents } from '../article/mdx-components.tsx';
import { PageHeader } from '../site/page-header.tsx';

/** What the front matter of a policy or of the guide says. */
interface DocumentFrontmatter {
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  /** Month and year, for people. */
  readonly updated: string;
}

interface DocumentModule {
  readonly default: MDXContent;
  readonly frontmatter: unknown;
  readonly contents: readonly ContentsEntry[];
}

/** A long text with a plain header: the policies and the guide. `before` stands above everything. */
export function documentRoute(module: DocumentModule, before?: ReactNode) {
  const { default: Content, contents } = module;
  const { title, lead, updated } = module.frontmatter as DocumentFrontmatter;
  return function DocumentRoute() {
    return (
      <article>
        {before}
        <PageHeader title={title} lead={lead}>
          <p className="mt-4 text-sm text-quiet">Last updated {updated}</p>
        </PageHeader>
        <div className="page grid gap-12 pt-4 pb-20 min-[1180px]:grid-cols-[minmax(0,720px)_1fr] min-[1180px]:gap-20">
          <div className="min-w-0">
            <FoldedContentsList entries={contents} />
            <div className="prose">
              <Content components={mdxComponents} />
            </div>
          </div>
          <ContentsList entries={contents} />
        </div>
      </article>
    );
  };
}

export function documentMeta(
  module: DocumentModule,
  path: string,
  moreData: (origin: string) => readonly object[] = () => [],
): MetaFunction {
  const { title, description } = module.frontmatter as DocumentFrontmatter;
  return (args) =>
    pageMeta(
      {
        title,
        description,
        path,
        jsonLd: (origin) => [breadcrumb(origin, [{ name: title, path }]), ...moreData(origin)],
      },
      args,
    );
}
