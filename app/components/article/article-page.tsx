import type { MetaFunction } from '@remix-run/node';
import { useLocation } from '@remix-run/react';
import type { ArticleFrontmatter, ArticleModule } from '~/content/article.ts';
import { brand } from '~/content/brand.ts';
import { absolute, breadcrumb, pageMeta } from '~/content/page-meta.ts';
import { CoverArt } from '../art/cover-art.tsx';
import type { SampleId } from '~/content/samples.ts';
import { StartZone } from '../site/start-zone.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { dayOf } from '../ui/moment.ts';
import { ContentsList, FoldedContentsList } from './contents-list.tsx';
import { mdxComponents } from './mdx-components.tsx';
import { RelatedLinks } from './related-links.tsx';

/** The page of an article: hero, contents list, text, related links. */
export function articleRoute({ default: Content, frontmatter, contents }: ArticleModule) {
  return function ArticleRoute() {
    const isBlog = useLocation().pathname.startsWith('/blog/');
    return (
      <article>
        <ArticleHero frontmatter={frontmatter} isBlog={isBlog} />
        <div className="page grid gap-12 pt-12 pb-20 min-[1180px]:grid-cols-[minmax(0,720px)_1fr] min-[1180px]:gap-20">
          <div className="min-w-0">
            <FoldedContentsList entries={contents} />
            <div className="prose">
              <Content components={mdxComponents} />
            </div>
            <RelatedLinks paths={frontmatter.related} />
          </div>
          <ContentsList entries={contents} />
        </div>
      </article>
    );
  };
}

/** Title, description and structured data of an article, from its front matter. */
export function articleMeta({ frontmatter }: ArticleModule): MetaFunction {
  return (args) => {
    const path = args.location.pathname.replace(/\/$/, '');
    const feed = { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', href: '/blog/rss.xml' };
    const page = pageMeta(
      {
        title: frontmatter.title,
        description: frontmatter.description,
        path,
        picture: path.split('/').at(-1) ?? 'site',
        type: 'article',
        jsonLd: (origin) => [
          articleData(frontmatter, absolute(origin, path), origin),
          breadcrumb(origin, [{ name: frontmatter.title, path }]),
        ],
      },
      args,
    );
    return path.startsWith('/blog/') ? [...page, feed] : page;
  };
}

function articleData(frontmatter: ArticleFrontmatter, url: string, origin: string): object {
  const organization = { '@type': 'Organization', name: brand.name, url: `${origin}/` };
  return {
    '@type': 'Article',
    headline: frontmatter.title,
    description: frontmatter.description,
    datePublished: frontmatter.date,
    mainEntityOfPage: url,
    image: `${origin}/social/${url.split('/').at(-1)}.png`,
    author: organization,
    publisher: organization,
  };
}

/** How a drop zone calls files of a kind, and what it can be tried with. */
const ZONES: Readonly<Record<string, { readonly what: string; readonly sample: SampleId }>> = {
  PDF: { what: 'your PDFs', sample: 'pdf' },
  PPTX: { what: 'your decks', sample: 'deck' },
};
const PICTURES = { what: 'your images', sample: 'picture' } as const;

interface ArticleHeroProps {
  readonly frontmatter: ArticleFrontmatter;
  readonly isBlog: boolean;
}

/** The page of a tool can be tried on the spot; an article shows its cover and its day. */
function ArticleHero({ frontmatter, isBlog }: ArticleHeroProps) {
  const { title, subtitle, date, cta, cover } = frontmatter;
  return (
    <header id="hero" className="border-b border-hairline bg-sunk">
      <div className="page grid items-center gap-8 pt-16 pb-10 md:grid-cols-[1.1fr_1fr] md:gap-12 md:pb-16">
        <div>
          {isBlog && (
            <p className="mb-3 text-sm text-quiet">
              Article, <time dateTime={date}>{dayOf(date)}</time>
            </p>
          )}
          <h1 className="text-4xl md:text-5xl">{title}</h1>
          <p className="mt-4 max-w-[54ch] text-lg text-quiet">{subtitle}</p>
          <ButtonLink href="/compress" size="lg" className="mt-7" data-start-choose={!isBlog || undefined}>
            {cta}
          </ButtonLink>
        </div>
        {isBlog ? (
          <CoverArt cover={cover} className="w-full max-md:max-w-sm" />
        ) : (
          <StartZone {...(ZONES[cover.label] ?? PICTURES)}>
            <CoverArt cover={cover} className="mx-auto w-full max-w-72 p-6 pb-4" />
          </StartZone>
        )}
      </div>
    </header>
  );
}
