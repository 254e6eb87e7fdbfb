import { change, joinFindings, skip } from '../../../api/report/findings.ts';
import type { Findings } from '../../../api/report/report.ts';
import { decodeUtf8 } from '../../../containers/xml/read-xml.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import type { OpcPackage, Part } from '../package/opc-package.ts';
import { tryPart } from '../try-part.ts';

/** Removes from SVG drawings what is never drawn. */
export const minifyDrawings: PackageStep = {
  name: 'drawings',
  async run({ opc, context }: OfficePackage): Promise<Partial<Findings>> {
    const found: Partial<Findings>[] = [];
    for (const part of opc.parts.filter(({ contentType }) => contentType === 'image/svg+xml')) {
      context.signal.throwIfAborted();
      found.push(await tryPart(context, 'svg-kept', () => minifyOne(opc, part)));
    }
    return joinFindings(...found);
  },
};

/** Longer drawings are data: their text takes twenty times the memory of their bytes. */
const LONGEST_BYTES = 4 * 1024 * 1024;

async function minifyOne(opc: OpcPackage, part: Part): Promise<Partial<Findings>> {
  const isLong = (part.entry?.size ?? 0) > LONGEST_BYTES;
  const minified = isLong ? null : minifySvg(await opc.read(part));
  if (!minified) return { skips: [skip('svg-kept')] };
  opc.replace(part, minified);
  return { changes: [change('svg-minified', { count: 1 })] };
}

/**
 * An SVG without comments, `metadata` elements and white space between tags. All else stays letter for letter: SVG draws
 * no text outside its text elements, which are copied as they are, as are styles.
 * @returns null where nothing can go, or where anything is in doubt: scripts, entities, CDATA, `xml:space`, rules for
 *   empty elements, SVG under a prefix, other encodings than UTF-8, or XML that is not well-formed
 */
export function minifySvg(bytes: Uint8Array): Uint8Array | null {
  const text = decodeUtf8(bytes);
  if (text === null || DOUBTFUL.test(text)) return null;
  const kept = keepDrawn(text);
  return kept === null || kept.length >= text.length ? null : new TextEncoder().encode(kept);
}

const DOUBTFUL =
  /<script|<foreignObject|<!DOCTYPE|<!ENTITY|<!\[CDATA\[|xml:space|:empty|<svg:|xmlns:(?!svg\b)[\w-]+\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg/i;
/** Their content counts as it stands. */
const VERBATIM = new Set(['text', 'style', 'title', 'desc']);
const TOKEN = /<!--[^]*?-->|<\?[^]*?\?>|<\/?([A-Za-z][\w.:-]*)(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>|[^<]+/y;

/** @returns null where tags do not match */
function keepDrawn(text: string): string | null {
  const kept: string[] = [];
  const open: string[] = [];
  /** How deep the outermost element lies whose content is copied or dropped as a whole; 0 for none. */
  let verbatimFrom = 0;
  let droppedFrom = 0;
  let at = 0;
  for (TOKEN.lastIndex = 0; at < text.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(text);
    if (!match) return null;
    const [token, name] = match;
    const isClosing = token.startsWith('</');
    if (name && !isClosing && !token.endsWith('/>')) open.push(name);
    if (!verbatimFrom && VERBATIM.has(open.at(-1) ?? '')) verbatimFrom = open.length;
    if (!verbatimFrom && !droppedFrom && open.at(-1) === 'metadata') droppedFrom = open.length;
    if (!droppedFrom && (verbatimFrom > 0 || isDrawn(token))) kept.push(token);
    if (!isClosing) continue;
    if (open.length === droppedFrom) droppedFrom = 0;
    if (open.length === verbatimFrom) verbatimFrom = 0;
    if (open.pop() !== name) return null;
  }
  return open.length === 0 ? kept.join('') : null;
}

function isDrawn(token: string): boolean {
  return !token.startsWith('<!--') && token !== '<metadata/>' && /\S/.test(token);
}
