import { HEADER_WITHIN_BYTES } from '../facts.ts';
import { proportionOf } from '../../../budget/proportion.ts';
import { latin1 } from '../../../base/bytes.ts';
import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { isEngineError } from '../../../api/errors.ts';
import { kept } from '../../../api/report/findings.ts';
import type { Kept } from '../../../api/report/report.ts';
import { decodeStream } from '../filters/decode-stream.ts';
import type { StreamBudget } from '../filters/stream-budget.ts';
import type { PdfDocument } from '../model/document.ts';
import { PdfString } from '../model/objects.ts';

/** What the standards that a document claims ask of what we change; nothing where none is claimed. */
interface ClaimRules {
  /** A PDF before 1.5: a cross-reference table, no object streams, and no newer version in the header. */
  readonly isClassic?: true;
  /** No picture becomes JBIG2. */
  readonly forbidsJbig2?: true;
  /** XMP packets without a filter, so that programs which know nothing of PDF can find them. */
  readonly hasPlainXmp?: true;
  /** Fonts keep all their glyphs, which descriptors may have to list, and the metadata its history. */
  readonly isArchive?: true;
  /** The information dictionary may only stand beside private data of the catalog. */
  readonly keepsPieceInfo?: true;
}

/**
 * By the first characters of a claim. Standards that are not here, such as PDF/UA and well-tagged PDF, ask for nothing that we
 * change. Sources: ISO 19005-1, 6.1.4, 6.3.5 and 6.7.2; 19005-2 and -3, 6.2.11.4; 19005-4, 6.1.3; ISO 15930-1
 * and -3 (PDF 1.3), -4 to -6 (PDF 1.4), -7 and -8 (PDF 1.6), -9 (PDF 2.0); ISO 16612-2 and -3; ISO 24517-1.
 */
const RULES: Readonly<Record<string, ClaimRules>> = {
  'PDF/A-': { isArchive: true },
  'PDF/A-1': { isClassic: true, hasPlainXmp: true },
  'PDF/A-4': { keepsPieceInfo: true },
  'PDF/E-': { isArchive: true, hasPlainXmp: true },
  'PDF/VT-': { hasPlainXmp: true },
  'PDF/X-': { hasPlainXmp: true },
  'PDF/X-1': { isClassic: true, forbidsJbig2: true },
  'PDF/X-2': { isClassic: true, forbidsJbig2: true },
  'PDF/X-3': { isClassic: true, forbidsJbig2: true },
};

/** Before `startxref`, in the end of the file. */
const MARK_OF_RASTER = /%PDF-raster-\d/;

/**
 * A standard that a document follows and that allows none of our changes: PDF/R-1 (ISO 23504-1) has neither Flate nor JBIG2,
 * and its mark stands before `startxref`; PDF/X-1:1999 is PDF 1.2, which has no progressive JPEG.
 * @returns its name, or undefined
 */
export function rigidStandard(document: PdfDocument, source: Uint8Array): string | undefined {
  if (MARK_OF_RASTER.test(latin1(source.subarray(-HEADER_WITHIN_BYTES)))) return 'PDF/R-1';
  return claimsInInfo(document).find((name) => name === 'PDF/X-1:1999');
}

export interface Claims {
  /** Standards by name, such as "PDF/A-2", "PDF/X-1a:2001" or "PDF/UA-1", each once. */
  readonly standards: readonly string[];
  readonly rules: ClaimRules;
}

/** @param standards names as in `Claims.standards` */
export function claimsOf(standards: readonly string[]): Claims {
  const rules = Object.entries(RULES).filter(([start]) => standards.some((name) => name.startsWith(start)));
  return { standards, rules: Object.assign({}, ...rules.map(([, rule]) => rule)) as ClaimRules };
}

/**
 * The standards that a document claims in its metadata or its information dictionary; a packet that cannot be read claims none.
 * @throws EngineError "limit-exceeded"
 */
export async function readClaims(
  document: PdfDocument,
  deflate: DeflateCodec,
  budget: StreamBudget,
): Promise<Claims> {
  if (document.trailer.has('Encrypt')) return claimsOf([]);
  const xmp = await xmpText(document, deflate, budget);
  return claimsOf([...new Set([...claimsInInfo(document), ...claimsInXmp(xmp)])]);
}

/** What the report says of the claims. */
export function keptClaims({ standards }: Claims): Kept[] {
  return standards.map((standard) =>
    standard.startsWith('PDF/A-')
      ? kept('pdf-a', { values: { part: Number(standard.at(-1)) } })
      : kept('conformance', { values: { standard } }),
  );
}

/** A renderer reads a packet whole at each opening, at 90 ms for a megabyte: a packet above the first is not all blanks. */
const XMP_BYTES_PER_MB = 4 * 1024 ** 2;

async function xmpText(document: PdfDocument, deflate: DeflateCodec, budget: StreamBudget): Promise<string> {
  const metadata = document.stream(document.catalog?.get('Metadata'));
  if (!metadata) return '';
  try {
    const maxBytes = XMP_BYTES_PER_MB * proportionOf(budget.fileBytes);
    return plainText((await decodeStream(metadata, document, { deflate, budget, maxBytes })).bytes);
  } catch (error) {
    if (isEngineError(error) && error.code !== 'limit-exceeded') return '';
    throw error;
  }
}

function claimsInInfo(document: PdfDocument): string[] {
  const info = document.dict(document.trailer.get('Info'));
  return [...(info?.map ?? [])].flatMap(([key, object]) => {
    const value = document.resolve(object);
    return CLAIM_KEY.test(key) && value instanceof PdfString ? standardsIn(plainText(value.bytes)) : [];
  });
}

/** Of PDF/X, PDF/VT and PDF/E, whose values are the names of the standards. */
const CLAIM_KEY = /^(?:GTS_PDF\w*(?:Version|Conformance)|ISO_PDFEVersion)$/;
const CLAIM_PROPERTY = propertyPattern(
  '(?:[\\w.-]{1,99}:)?(?:GTS_PDF\\w{0,9}(?:Version|Conformance)|ISO_PDFEVersion)',
);

/** Standards whose property is called `part` in a namespace of their own, under any prefix. */
const PART_PROPERTIES = [
  { standard: 'PDF/A', usual: 'pdfaid:part', namespace: 'http://www.aiim.org/pdfa/ns/id' },
  { standard: 'PDF/UA', usual: 'pdfuaid:part', namespace: 'http://www.aiim.org/pdfua/ns/id' },
];

/** @param xmp the unpacked metadata stream of the catalog */
function claimsInXmp(xmp: string): string[] {
  const named = valuesOf(xmp, CLAIM_PROPERTY).flatMap(standardsIn);
  const parts = PART_PROPERTIES.flatMap(({ standard, usual, namespace }) =>
    valuesOf(xmp, propertyPattern([usual, ...namesIn(xmp, namespace)].join('|')))
      .filter((value) => /^[1-9]/.test(value))
      .map((value) => `${standard}-${value[0]!}`),
  );
  return [...named, ...parts];
}

function standardsIn(value: string): string[] {
  return value.match(/PDF\/(?:X|VT|E)-\d\w{0,3}(?::\d{4})?/g) ?? [];
}

/** More prefixes for one namespace than a packet has. */
const MAX_PREFIXES = 8;

/** What `part` of a namespace is called by the prefixes that are declared for it. */
function namesIn(xmp: string, namespace: string): string[] {
  const names = new Set<string>();
  for (let at = xmp.indexOf(namespace); at >= 0; at = xmp.indexOf(namespace, at + 1)) {
    const declaration = /xmlns(?::([A-Za-z_][\w.-]*))?\s*=\s*["']$/.exec(xmp.slice(Math.max(0, at - 80), at));
    if (!declaration || names.size === MAX_PREFIXES) continue;
    names.add(declaration[1] === undefined ? 'part' : `${declaration[1]}:part`);
  }
  return [...names];
}

/** A property as an attribute or as an element, whose start tag may have attributes. */
function propertyPattern(name: string): RegExp {
  return new RegExp(
    `[<\\s](?:${name})(?:\\s{0,9}=\\s{0,9}["']|(?:\\s[^<>]{0,200})?>)\\s{0,99}([^<>"']{0,40})`,
    'g',
  );
}

function valuesOf(xmp: string, property: RegExp): string[] {
  return [...xmp.matchAll(property)].map((match) => match[1]!);
}

/** ASCII text, which may be stored with two or four bytes a character. */
function plainText(bytes: Uint8Array): string {
  return latin1(bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes);
}
