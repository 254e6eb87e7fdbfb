import { describe, expect, it } from 'vitest';
import { blogLinks, headerLinks, legalLinks, toolLinks } from '~/content/navigation.ts';
import {
  blogPages,
  countWords,
  documents,
  internalLinks,
  landingPages,
  paragraphs,
  prose,
  routeExists,
} from '#tests/support/site-content.ts';

const articles = [...landingPages, ...blogPages];
const labels = [
  'Start Compressing',
  'Compress a PDF',
  'Open Compressor',
  'Optimize a Deck',
  'Compress Images',
  'Compress Files',
  'Try Featherpress',
];

describe('articles', () => {
  it('are the eight landing pages and eight articles that the footer links', () => {
    expect(landingPages.map((page) => page.path).sort()).toEqual(toolLinks.map((link) => link.to).sort());
    expect(blogPages.map((page) => page.path).sort()).toEqual(blogLinks.map((link) => link.to).sort());
  });

  it.each(articles)('give real advice in 700 to 1500 words: $path', ({ source }) => {
    const words = countWords(prose(source));
    expect(words).toBeGreaterThanOrEqual(700);
    expect(words).toBeLessThanOrEqual(1_500);
  });

  it.each(articles)('carry steps, a table and a figure: $path', ({ source }) => {
    const parts = {
      steps: /^1\. /m.test(source),
      table: /^\| ?-{3}/m.test(source),
      figure: /^<(WeightChart|BarChart)/m.test(source),
    };
    expect(parts).toEqual({ steps: true, table: true, figure: true });
  });

  it.each(articles)('say what they are in title, subtitle and description: $path', ({ frontmatter }) => {
    const { title, subtitle, description, date, related, cta } = frontmatter;
    expect(title.length).toBeLessThanOrEqual(60);
    expect(subtitle.length).toBeGreaterThan(30);
    expect(description.length).toBeGreaterThan(70);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(String(date)).toMatch(/2025/);
    expect(related.length).toBeGreaterThanOrEqual(3);
    expect(labels).toContain(cta);
  });

  it('use every label of the button to the compressor', () => {
    expect(new Set(articles.map((page) => page.frontmatter.cta))).toEqual(new Set(labels));
  });

  it('have a title and a description of their own', () => {
    const pages = [...articles, ...documents].map((page) => page.frontmatter);
    expect(new Set(pages.map((page) => page.title)).size).toBe(pages.length);
    expect(new Set(pages.map((page) => page.description)).size).toBe(pages.length);
  });

  it('never use a paragraph twice, within a page or across pages', () => {
    const seen = new Map<string, string>();
    const repeated: string[] = [];
    for (const page of [...articles, ...documents]) {
      for (const paragraph of paragraphs(page.source)) {
        if (seen.has(paragraph)) repeated.push(`${seen.get(paragraph)} and ${page.path}: ${paragraph}`);
        seen.set(paragraph, page.path);
      }
    }
    expect(repeated).toEqual([]);
  });

  it('link only to pages that exist', () => {
    const links = [...articles, ...documents].flatMap((page) => [
      ...internalLinks(page.source),
      ...(page.frontmatter.related ?? []),
    ]);
    const navigation = [...headerLinks, ...toolLinks, ...blogLinks, ...legalLinks].map((link) => link.to);
    expect(links.length).toBeGreaterThan(60);
    expect([...links, ...navigation].filter((path) => !routeExists(path))).toEqual([]);
  });

  it('do not shout', () => {
    const loud = [...articles, ...documents].filter((page) => /[\p{L}]!(\s|$)/u.test(prose(page.source)));
    expect(loud.map((page) => page.path)).toEqual([]);
  });
});
