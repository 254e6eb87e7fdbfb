import { detectKind } from '#engine/index.ts';
import { withSlideTwice } from './deck-parts.ts';
import { pageCountOf, rewrittenByQpdf, SOURCE } from './qpdf.ts';
import type { Compress, Relation } from './relation.ts';

/** Of a slide that comes twice, what its entries take: its text packs once more. */
const SLIDE_SHARE = 0.01;
const SLIDE_BYTES = 4000;

/** Of two halves together, the share and bytes that the whole may take more. */
const WHOLE_SHARE = 0.01;
const WHOLE_BYTES = 700;

const SCORE_SLACK_POINTS = 1;

/** A deck with a slide twice takes hardly more, and a PDF no more than its two halves. */
export const parts: Relation = {
  name: 'parts',
  title: 'a slide that comes twice takes hardly more, and a PDF no more than its halves',
  check: async (file, { compress }) => {
    const kind = detectKind(file);
    if (kind === 'pdf') return checkHalves(file, compress);
    return kind === 'pptx' ? checkSlideTwice(file, compress) : [];
  },
};

async function checkSlideTwice(deck: Uint8Array, compress: Compress): Promise<string[]> {
  const twice = withSlideTwice(deck);
  if (!twice) return [];
  const once = (await compress(deck)).report;
  const both = (await compress(twice)).report;
  const isLarge = both.outputBytes > once.outputBytes * (1 + SLIDE_SHARE) + SLIDE_BYTES;
  const isLower = (both.score ?? 100) < (once.score ?? 100) - SCORE_SLACK_POINTS;
  const told = `${both.outputBytes} (${both.score}) with a slide twice, ${once.outputBytes} (${once.score}) once`;
  return isLarge || isLower ? [told] : [];
}

async function checkHalves(pdf: Uint8Array, compress: Compress): Promise<string[]> {
  const pages = await pageCountOf(pdf);
  if (!(pages >= 2)) return [];
  const middle = Math.floor(pages / 2);
  const ranges = [`1-${pages}`, `1-${middle}`, `${middle + 1}-${pages}`];
  const sizes: number[] = [];
  for (const range of ranges) {
    const part = await rewrittenByQpdf(pdf, ['--empty', '--pages', SOURCE, range, '--']);
    if (!part) return [];
    sizes.push((await compress(part)).bytes.length);
  }
  const [whole, first, second] = sizes as [number, number, number];
  const most = (first + second) * (1 + WHOLE_SHARE) + WHOLE_BYTES;
  return whole > most ? [`${whole}, its halves ${first} and ${second}`] : [];
}
