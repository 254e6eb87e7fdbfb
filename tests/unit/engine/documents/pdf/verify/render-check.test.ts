import { describe, expect, it } from 'vitest';
import type { PageRenderer } from '#engine/codecs/ports/page-renderer.ts';
import { unboundedRenderBudget } from '#engine/budget/render-budget.ts';
import { EngineError } from '#engine/api/errors.ts';
import { RenderCheck, showsSomething } from '#engine/documents/pdf/verify/render-check.ts';
import { withRendered, type Rendering } from '#engine/documents/pdf/verify/render-page.ts';

/** What a page shows: its text and a grey level, or null for one that cannot be rendered. */
type FakePage = { readonly text: string; readonly level: number } | null;

const SIDE = 32;

/** Opens `[n]` as the n-th document; `renders` counts how often pages were rendered. */
class FakeRenderer implements PageRenderer {
  renders = 0;
  openDocuments = 0;
  private readonly documents: readonly (readonly FakePage[] | undefined)[];

  constructor(...documents: readonly (readonly FakePage[] | undefined)[]) {
    this.documents = documents;
  }

  async open([index = 0]: Uint8Array) {
    const pages = this.documents[index];
    if (!pages) throw new EngineError('damaged', 'does not open');
    this.openDocuments++;
    return {
      pageCount: pages.length,
      render: async (page: number) => {
        this.renders++;
        const shown = pages[page];
        if (!shown) throw new EngineError('damaged', 'cannot be rendered');
        return { text: shown.text, raster: grey(shown.level) };
      },
      close: () => {
        this.openDocuments--;
      },
    };
  }
}

function grey(level: number) {
  const data = new Uint8Array(SIDE * SIDE).fill(level);
  data[0] = 0;
  return { width: SIDE, height: SIDE, channels: 1, space: 'grey', data } as const;
}

const page = (text: string, level = 200): FakePage => ({ text, level });
const [SOURCE, RESULT] = [Uint8Array.of(0), Uint8Array.of(1)];
const { signal } = new AbortController();
const ignore = (): void => {};
const unbounded = (renderer: PageRenderer): Rendering => ({ renderer, budget: unboundedRenderBudget() });

async function compare(source: readonly FakePage[], result: readonly FakePage[] | undefined, tolerance = 0) {
  const renderer = new FakeRenderer(source, result);
  const check = await RenderCheck.open(SOURCE, unbounded(renderer), new Set(), ignore);
  const pages = new Set(check.pages);
  const verdict = await check.compare(RESULT, { toleranceOf: () => tolerance, pages, signal });
  expect(renderer.openDocuments).toBe(0);
  return { verdict, renderer, check };
}

describe('RenderCheck', () => {
  it('accepts pages that look the same', async () => {
    const { verdict } = await compare([page('a'), page('b')], [page('a'), page('b')]);
    const [pages, blocks, equal] = [[], new Map(), new Set([0, 1])];
    expect(verdict).toEqual({ isAcceptable: true, pages, blocks, equal, worstBlock: 0 });
  });

  it('accepts what stays within the tolerance, without calling it equal', async () => {
    const { verdict } = await compare([page('a', 100)], [page('a', 105)], 6);
    expect(verdict).toMatchObject({ isAcceptable: true, equal: new Set(), worstBlock: 5 });
  });

  it.each<[string, FakePage[] | undefined, string, number[]]>([
    ['that does not open', undefined, 'it cannot be opened', []],
    ['with a page less', [page('a')], 'pages are missing', []],
    ['with a page that cannot be rendered', [page('a'), null], 'a page cannot be rendered', [1]],
    ['with other text', [page('x'), page('b')], 'text is missing or has changed', [0]],
    ['with a page that looks different', [page('a'), page('b', 190)], 'a page looks different', [1]],
  ])('rejects a result %s', async (_, result, reason, pages) => {
    const { verdict } = await compare([page('a'), page('b')], result);
    expect(verdict).toMatchObject({ isAcceptable: false, reason, pages });
  });

  it('tells where a page differs, and nothing where it shows other text', async () => {
    const source = [page('a'), page('b')];
    const { verdict } = await compare(source, [page('a', 190), page('x')]);
    const [nearer, further] = [-1 / SIDE, 15 / SIDE];
    const block = (left: number, top: number) => [left, top, left + 18 / SIDE, top + 18 / SIDE];
    expect(verdict.blocks).toEqual(
      new Map([
        [0, [block(nearer, nearer), block(further, nearer), block(nearer, further), block(further, further)]],
      ]),
    );
  });

  it('says nothing of pages that cannot be rendered in the source', async () => {
    const { verdict } = await compare([null, page('b')], [page('other'), page('b')]);
    expect(verdict).toMatchObject({ isAcceptable: true, equal: new Set([1]) });
  });

  it('renders a page of the source once for many results, and once more where one looks different', async () => {
    const { renderer, check } = await compare([page('a'), page('b')], [page('a'), page('b', 9)]);
    expect(renderer.renders).toBe(5);
    await check.compare(RESULT, { toleranceOf: () => 0, pages: new Set([1]), signal });
    expect(renderer.renders).toBe(6);
  });

  it('never renders the pages to skip', async () => {
    const renderer = new FakeRenderer([page('a'), page('b')], [page('a'), page('b')]);
    const check = await RenderCheck.open(SOURCE, unbounded(renderer), new Set([0]), ignore);
    expect(check.pages).toEqual([1]);
    await check.compare(RESULT, { toleranceOf: () => 0, pages: new Set([0, 1]), signal });
    expect(renderer.renders).toBe(2);
  });

  it('ends when it is cancelled', async () => {
    const renderer = new FakeRenderer([page('a')], [page('a')]);
    const check = await RenderCheck.open(SOURCE, unbounded(renderer), new Set(), ignore);
    const cancelled = {
      toleranceOf: () => 0,
      pages: new Set([0]),
      signal: AbortSignal.abort(new Error('gone')),
    };
    await expect(check.compare(RESULT, cancelled)).rejects.toThrow('gone');
  });
});

describe('showsSomething', () => {
  it.each<[string, FakePage[] | undefined, boolean]>([
    ['text', [page('words', 0)], true],
    ['marks', [page('', 200)], true],
    ['blank pages', [page('', 0)], false],
    ['pages that cannot be rendered', [null], false],
    ['a document that does not open', undefined, false],
  ])('judges %s', async (_, pages, expected) => {
    expect(await showsSomething(SOURCE, unbounded(new FakeRenderer(pages)), new Set(), ignore)).toBe(
      expected,
    );
  });
});

it('closes a document whose work fails', async () => {
  const renderer = new FakeRenderer([page('a')]);
  await expect(
    withRendered(SOURCE, unbounded(renderer), () => Promise.reject(new Error('broken'))),
  ).rejects.toThrow();
  expect(renderer.openDocuments).toBe(0);
});
