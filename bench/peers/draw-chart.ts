import type { KindResult } from './results.ts';

const ROW = 26;
const GAP = 30;
const LABEL_WIDTH = 190;
const BAR_WIDTH = 420;
const WIDTH = LABEL_WIDTH + BAR_WIDTH + 70;

/** Bars of what each program leaves of the sources, by kind, as SVG; ours in red. */
export function drawChart(kinds: readonly KindResult[]): string {
  const parts: string[] = [];
  let y = 10;
  for (const { kind, files, programs } of kinds) {
    parts.push(text(0, y + 14, `${kind.toUpperCase()}, ${files} files`, 'font-weight="bold"'));
    y += ROW;
    for (const [at, { name, share }] of programs.entries()) {
      parts.push(text(0, y + 14, name));
      parts.push(
        `<rect x="${LABEL_WIDTH}" y="${y + 3}" width="${(BAR_WIDTH * share).toFixed(1)}" height="14" rx="3" fill="${at === 0 ? '#d92d20' : '#98a2b3'}"/>`,
      );
      parts.push(text(LABEL_WIDTH + BAR_WIDTH * share + 8, y + 14, `${(100 * share).toFixed(1)} %`));
      y += ROW;
    }
    y += GAP - 10;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" font-family="sans-serif" font-size="13" fill="#344054">\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`;
}

function text(x: number, y: number, content: string, more = ''): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y}" ${more}>${escaped}</text>`;
}
