import { change, joinFindings, skip } from '../../../api/report/findings.ts';
import type { Findings } from '../../../api/report/report.ts';
import { decodeUtf8 } from '../../../containers/xml/read-xml.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import type { OpcPackage, Part } from '../package/opc-package.ts';
import { tryPart } from '../try-part.ts';
import { LONGEST_SVG_BYTES } from '../tuning.ts';

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

async function minifyOne(opc: OpcPackage, part: Part): Promise<Partial<Findings>> {
  const isLong = (part.entry?.size ?? 0) > LONGEST_SVG_BYTES;
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
function minifySvg(bytes: Uint8Array): Uint8Array | null {
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
  const drawing = new DrawnTokens();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const match = TOKEN.exec(text);
    if (!match || !drawing.add(match[0], match[1])) return null;
  }
  return drawing.text();
}

/** The tokens of a drawing that are kept. */
class DrawnTokens {
  private readonly kept: string[] = [];
  private readonly open: string[] = [];
  /** How deep the outermost element lies whose content is copied or dropped as a whole; 0 for none. */
  private verbatimFrom = 0;
  private droppedFrom = 0;

  /** @param name of a tag's element. @returns whether a closing tag closes what is open */
  add(token: string, name: string | undefined): boolean {
    const isClosing = token.startsWith('</');
    if (name && !isClosing && !token.endsWith('/>')) this.enter(name);
    if (!this.droppedFrom && (this.verbatimFrom > 0 || isDrawn(token))) this.kept.push(token);
    return !isClosing || this.leave(name);
  }

  /** @returns null while elements are open */
  text(): string | null {
    return this.open.length === 0 ? this.kept.join('') : null;
  }

  private enter(name: string): void {
    this.open.push(name);
    if (this.verbatimFrom > 0) return;
    if (VERBATIM.has(name)) this.verbatimFrom = this.open.length;
    else if (!this.droppedFrom && name === 'metadata') this.droppedFrom = this.open.length;
  }

  private leave(name: string | undefined): boolean {
    if (this.open.length === this.droppedFrom) this.droppedFrom = 0;
    if (this.open.length === this.verbatimFrom) this.verbatimFrom = 0;
    return this.open.pop() === name;
  }
}

function isDrawn(token: string): boolean {
  return !token.startsWith('<!--') && token !== '<metadata/>' && /\S/.test(token);
}
