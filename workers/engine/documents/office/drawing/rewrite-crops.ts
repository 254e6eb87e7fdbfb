import { decodeUtf8 } from '../../../containers/xml/read-xml.ts';
import { findPageContent, type Insets } from './drawn-fills.ts';
import type { Sides } from './picture-use.ts';

/**
 * Rewrites the crops of a picture on a page for the picture without its hidden sides, so that the same part is shown.
 * Nothing else of the page changes, and the result is read again to check that.
 * @param ids  relationship ids of the picture on this page
 * @param kept the part of the picture that is left
 * @returns the page, or null where anything is in doubt: another encoding than UTF-8, comments, CDATA, nested fills
 */
export function rewriteCrops(page: Uint8Array, ids: ReadonlySet<string>, kept: Sides): Uint8Array | null {
  const text = decodeUtf8(page);
  if (text === null || /<!--|<!\[CDATA\[/.test(text)) return null;
  const rewritten = withFills(text, (fill) =>
    isOf(fill, ids)
      ? fill.replace(CROP, (_, prefix: string, sides: string) => cropElement(prefix, sides, kept))
      : fill,
  );
  if (rewritten === null) return null;
  const result = new TextEncoder().encode(rewritten);
  const before = cropsOf(page, ids);
  const after = cropsOf(result, ids);
  const isRight = before.every((crop, index) => crop && isNear(after[index], croppedWithin(crop, kept)));
  return isRight && before.length > 0 && before.length === after.length ? result : null;
}

const OPENING = /<((?:[\w.-]+:)?)blipFill\b[^<>]*>/g;
const CROP = /<((?:[\w.-]+:)?)srcRect\b([^<>]*?)(?:\/>|>\s*<\/\1srcRect\s*>)/;

/**
 * A page with its fills rewritten. Each is looked for behind the one before: pages may hold more openings than endings, and
 * looking for the end of each would take as many times the page.
 * @returns null where a fill has no end
 */
function withFills(page: string, rewrite: (fill: string) => string): string | null {
  const parts: string[] = [];
  const opening = new RegExp(OPENING);
  let at = 0;
  for (let match = opening.exec(page); match; match = opening.exec(page)) {
    if (match[0].endsWith('/>')) continue;
    const ending = page.indexOf(`</${match[1]}blipFill`, opening.lastIndex);
    const end = ending < 0 ? 0 : page.indexOf('>', ending) + 1;
    if (end === 0) return null;
    parts.push(page.slice(at, match.index), rewrite(page.slice(match.index, end)));
    at = opening.lastIndex = end;
  }
  return parts.join('') + page.slice(at);
}

function isOf(fill: string, ids: ReadonlySet<string>): boolean {
  const id = /:embed\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(fill);
  return id !== null && ids.has(id[1] ?? id[2] ?? '');
}

/** The crop element for the sides given in its attributes; strict files say percent, others thousandths of a percent. */
function cropElement(prefix: string, attributes: string, kept: Sides): string {
  const isPercent = attributes.includes('%');
  const side = (name: string): number => {
    const text = new RegExp(`\\b${name}\\s*=\\s*["']\\s*([-+.\\d]+)`).exec(attributes)?.[1] ?? '0';
    return Number(text) / (isPercent ? 100 : 100_000);
  };
  const crop = croppedWithin({ l: side('l'), t: side('t'), r: side('r'), b: side('b') }, kept);
  const written = (['l', 't', 'r', 'b'] as const)
    .map((name) => [name, Math.round(crop[name] * 100_000)] as const)
    .filter(([, value]) => value !== 0)
    .map(([name, value]) => ` ${name}="${isPercent ? `${value / 1000}%` : value}"`);
  return `<${prefix}srcRect${written.join('')}/>`;
}

/** A crop of the source, in shares of the part that is kept. */
function croppedWithin({ l, t, r, b }: Insets, { left, top, right, bottom }: Sides): Insets {
  const width = right - left;
  const height = bottom - top;
  return {
    l: (l - left) / width,
    t: (t - top) / height,
    r: (r - (1 - right)) / width,
    b: (b - (1 - bottom)) / height,
  };
}

/** Crops of the fills with one of the ids, in order. */
function cropsOf(page: Uint8Array, ids: ReadonlySet<string>): (Insets | null)[] {
  const anyPage = { cx: 1, cy: 1 };
  return findPageContent(page, anyPage, null)
    .fills.filter((fill) => fill.ids.some((id) => ids.has(id)))
    .map(({ crop }) => crop);
}

function isNear(crop: Insets | null | undefined, wanted: Insets): boolean {
  if (!crop) return false;
  return (['l', 't', 'r', 'b'] as const).every((side) => Math.abs(crop[side] - wanted[side]) < 2e-5);
}
