import { concatBytes, latin1Bytes, viewOf } from '../../../base/bytes.ts';
import type { Chunk, Header } from '../../../containers/png/chunks.ts';

/**
 * How samples are shown that chunks other than iCCP explain: "srgb", by a profile made of what the chunks say, or
 * "unjudged": HDR and unknown codes, whose changes the judge cannot see.
 */
export type CodedColours = 'srgb' | 'unjudged' | { readonly icc: Uint8Array };

/**
 * What cICP, or without it sRGB, gAMA and cHRM say; a profile in the file stands between the two.
 * Source: PNG specification, third edition, 4.3 and 11.3.2; ITU-T H.273, tables 2 and 3.
 * @param hasProfile the file has an ICC profile, which only cICP outranks
 * @returns null where the profile says it
 */
export function codedColours(
  chunks: readonly Chunk[],
  header: Header,
  hasProfile: boolean,
): CodedColours | null {
  const coded = dataOf(chunks, 'cICP', 4);
  if (!coded && hasProfile) return null;
  const colours = coded ? ofCodePoints(coded) : gammaColours(chunks);
  // libvips converts no grey of 16 bits by a profile.
  const isWideGrey = header.depth === 16 && (header.colourType === 0 || header.colourType === 4);
  return typeof colours === 'object' && isWideGrey ? 'unjudged' : colours;
}

/** x and y of red, green, blue and white. */
type Primaries = readonly number[];

const SRGB: Primaries = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329];
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: SRGB,
  9: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329],
  12: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329],
};

/** Parametric curves of ICC: Y = (aX + b)^g from d on, cX below. */
type Curve = readonly number[];

const SRGB_CURVE: Curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const FILM_CURVE: Curve = [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081];
const CURVES: Readonly<Record<number, Curve>> = {
  1: FILM_CURVE,
  4: [2.2],
  5: [2.8],
  6: FILM_CURVE,
  8: [1],
  13: SRGB_CURVE,
  14: FILM_CURVE,
  15: FILM_CURVE,
};

function ofCodePoints([primaries = 0, transfer = 0, matrix, isFullRange]: Uint8Array): CodedColours {
  const curve = CURVES[transfer];
  const found = PRIMARIES[primaries];
  if (!curve || !found || matrix !== 0 || isFullRange !== 1) return 'unjudged';
  return found === SRGB && curve === SRGB_CURVE ? 'srgb' : ofProfile(matrixProfile(found, curve));
}

function dataOf(chunks: readonly Chunk[], name: string, length: number): Uint8Array | undefined {
  return chunks.find(({ type, data }) => type === name && data.length === length)?.data;
}

/** Gamma 1/2.2 and the primaries of sRGB say nothing new; writers round them differently. */
const USUAL_GAMMA = 0.45455;
const GAMMA_TOLERANCE = 0.0005;
const PRIMARIES_TOLERANCE = 0.001;

/** What gAMA and cHRM say, which sRGB outranks. */
export function gammaColours(chunks: readonly Chunk[]): CodedColours {
  const [gamma, chromaticities] = [dataOf(chunks, 'gAMA', 4), dataOf(chunks, 'cHRM', 32)];
  const exponent = gamma ? viewOf(gamma).getUint32(0) / 100_000 : USUAL_GAMMA;
  const [whiteX, whiteY, ...colours] = Array.from({ length: 8 }, (_, i) =>
    chromaticities ? viewOf(chromaticities).getUint32(4 * i) / 100_000 : SRGB[(i + 6) % 8]!,
  );
  const primaries = [...colours, whiteX!, whiteY!];
  const isUsualCurve = Math.abs(exponent - USUAL_GAMMA) <= GAMMA_TOLERANCE || exponent === 0;
  const isUsual =
    isUsualCurve && primaries.every((value, i) => Math.abs(value - SRGB[i]!) <= PRIMARIES_TOLERANCE);
  if (isUsual || dataOf(chunks, 'sRGB', 1)) return 'srgb';
  return ofProfile(matrixProfile(primaries, isUsualCurve ? SRGB_CURVE : [1 / exponent]));
}

/** Primaries that span no space say nothing. */
function ofProfile(icc: Uint8Array | null): CodedColours {
  return icc ? { icc } : 'srgb';
}

type Triple = readonly [number, number, number];

/** White of the connection space of ICC, and Bradford's cone responses. */
const D50: Triple = [0.9642, 1, 0.8249];
const BRADFORD: readonly Triple[] = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * A profile of three colorants and one curve. Source: ICC.1:2022, 8.3.3 and 10.18.
 * @returns null where the primaries span no space
 */
function matrixProfile(primaries: Primaries, curve: Curve): Uint8Array | null {
  const [red, green, blue, white] = [0, 2, 4, 6].map((at) => xyzOf(primaries[at]!, primaries[at + 1]!));
  const columns = [red!, green!, blue!];
  const amounts = solved(columns, white!);
  const scale = BRADFORD.map((row) => dot(row, D50) / dot(row, white!));
  const adapted = columns.map((column, i) => {
    const cones = BRADFORD.map((row, c) => amounts[i]! * dot(row, column) * scale[c]!);
    return solved(transposed(BRADFORD), cones as unknown as Triple);
  });
  if (!adapted.flat().every(Number.isFinite)) return null;
  const trc = tagData('para', [curve.length === 1 ? 0 : 3, ...curve]);
  return profileOf([
    ['wtpt', tagData('XYZ ', D50)],
    ...adapted.map((colorant, i) => [`${'rgb'[i]}XYZ`, tagData('XYZ ', colorant)] as const),
    ...[...'rgb'].map((name) => [`${name}TRC`, trc] as const),
  ]);
}

function xyzOf(x: number, y: number): Triple {
  return [x / y, 1, (1 - x - y) / y];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** How much of each column adds up to a sum. */
function solved(columns: readonly Triple[], sum: Triple): Triple {
  const [a, b, c] = columns as readonly [Triple, Triple, Triple];
  const all = dot(a, cross(b, c));
  return [dot(sum, cross(b, c)) / all, dot(a, cross(sum, c)) / all, dot(a, cross(b, sum)) / all];
}

function transposed(rows: readonly Triple[]): Triple[] {
  return [0, 1, 2].map((c) => rows.map((row) => row[c]!) as unknown as Triple);
}

/** A tag of numbers of 16.16 bits; the kind of a parametric curve is a short one. */
function tagData(type: 'para' | 'XYZ ', values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(8 + 4 * values.length);
  bytes.set(latin1Bytes(type));
  values.forEach((value, i) => viewOf(bytes).setInt32(8 + 4 * i, Math.round(value * 65536)));
  return bytes;
}

function profileOf(tags: readonly (readonly [name: string, data: Uint8Array])[]): Uint8Array {
  const head = new Uint8Array(128 + 4 + 12 * tags.length);
  const view = viewOf(head);
  const length = tags.reduce((sum, [, data]) => sum + data.length, head.length);
  view.setUint32(0, length);
  view.setUint32(8, 0x04300000);
  head.set(latin1Bytes('mntrRGB XYZ '), 12);
  head.set(latin1Bytes('acsp'), 36);
  D50.forEach((value, i) => view.setInt32(68 + 4 * i, Math.round(value * 65536)));
  view.setUint32(128, tags.length);
  let at = head.length;
  tags.forEach(([name, data], i) => {
    head.set(latin1Bytes(name), 132 + 12 * i);
    view.setUint32(136 + 12 * i, at);
    view.setUint32(140 + 12 * i, data.length);
    at += data.length;
  });
  return concatBytes([head, ...tags.map(([, data]) => data)]);
}
