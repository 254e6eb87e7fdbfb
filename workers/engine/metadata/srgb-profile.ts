import { latin1, viewOf } from '../base/bytes.ts';
import { linearToSrgb } from '../base/srgb.ts';

/**
 * Whether a profile describes sRGB: by its colour space, its primaries and white point as seen from the connection space
 * (PCS), and its tone curves, never by its name. "GIMP built-in Linear sRGB" has the primaries of sRGB and a linear curve.
 * Curves may differ from IEC 61966-2-1 by one and a half levels of 255, which covers the shortened tables of small
 * profiles; gamma 2.2 differs by seven in the shadows and is not sRGB.
 * @returns false also for damaged profiles and for those with tables (A2B0, D2B0), which outrank matrix and curves
 * Source: ICC.1:2022, 7.2, 8.3.3 and 10.18 (parametricCurveType)
 */
export function isSrgbProfile(profile: Uint8Array): boolean {
  const tags = tagsOfMatrix(profile);
  return tags !== null && hasSrgbPrimaries(tags) && hasSrgbCurves(tags);
}

/** Whether all colours of a profile are colours of sRGB, by other tone curves: a conversion cuts none of them off. */
export function hasSrgbColours(profile: Uint8Array): boolean {
  const tags = tagsOfMatrix(profile);
  return tags !== null && hasSrgbPrimaries(tags) && CURVES.every((name) => readCurve(tags.get(name)));
}

/** Tags of a profile of matrix and curves alone, by name; null for all others. */
function tagsOfMatrix(profile: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  if (profile.length < 132 || latin1(profile, 36, 40) !== 'acsp') return null;
  if (latin1(profile, 16, 20) !== 'RGB ' || latin1(profile, 20, 24) !== 'XYZ ') return null;
  const tags = readTagData(profile);
  return TABLE_TAGS.some((name) => tags.has(name)) ? null : tags;
}

/** Tags whose presence means that matrix and curves are not what a colour engine uses. */
const TABLE_TAGS = ['A2B0', 'A2B1', 'D2B0', 'D2B1'];

/** Primaries of sRGB, adapted to D50 by Bradford's matrix (IEC 61966-2-1, annex). */
const COLORANTS = [
  { name: 'rXYZ', xyz: [0.43607, 0.22249, 0.01392] },
  { name: 'gXYZ', xyz: [0.38515, 0.71687, 0.09708] },
  { name: 'bXYZ', xyz: [0.14307, 0.06061, 0.7141] },
] as const;

/** Writers of profiles round colorants differently, up to this much. Those of Display P3 are 0.08 away. */
const COLORANT_TOLERANCE = 0.003;

function readTagData(profile: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(profile);
  const count = Math.min(view.getUint32(128), Math.floor((profile.length - 132) / 12));
  const tags = new Map<string, Uint8Array>();
  for (let entry = 132; entry < 132 + 12 * count; entry += 12) {
    const [offset, size] = [view.getUint32(entry + 4), view.getUint32(entry + 8)];
    if (offset + size <= profile.length)
      tags.set(latin1(profile, entry, entry + 4), profile.subarray(offset, offset + size));
  }
  return tags;
}

function hasSrgbPrimaries(tags: ReadonlyMap<string, Uint8Array>): boolean {
  return COLORANTS.every(({ name, xyz }) => isNearXyz(tags.get(name), xyz));
}

function isNearXyz(tag: Uint8Array | undefined, expected: readonly number[]): boolean {
  if (!tag || tag.length < 20 || latin1(tag, 0, 4) !== 'XYZ ') return false;
  const view = viewOf(tag);
  return expected.every(
    (value, i) => Math.abs(view.getInt32(8 + 4 * i) / 65536 - value) <= COLORANT_TOLERANCE,
  );
}

const CURVES = ['rTRC', 'gTRC', 'bTRC'];

function hasSrgbCurves(tags: ReadonlyMap<string, Uint8Array>): boolean {
  return CURVES.every((name) => {
    const curve = readCurve(tags.get(name));
    return curve !== null && isSrgbCurve(curve);
  });
}

/** From encoded 0-1 to linear light 0-1. */
type ToneCurve = (encoded: number) => number;

const CURVE_TOLERANCE = 1.5 / 255;

/** Compared as encoded levels, as steps in the shadows are small in linear light and easily seen. */
function isSrgbCurve(curve: ToneCurve): boolean {
  for (let level = 0; level <= 255; level += 5) {
    const encoded = level / 255;
    if (!(Math.abs(linearToSrgb(curve(encoded)) - encoded) <= CURVE_TOLERANCE)) return false;
  }
  return true;
}

function readCurve(tag: Uint8Array | undefined): ToneCurve | null {
  if (!tag || tag.length < 12) return null;
  const type = latin1(tag, 0, 4);
  if (type === 'curv') return readTableCurve(tag);
  return type === 'para' ? readParametricCurve(tag) : null;
}

/** curveType (ICC.1:2022, 10.6): no entry is the identity, one is a gamma, more are a table to interpolate in. */
function readTableCurve(tag: Uint8Array): ToneCurve | null {
  const view = viewOf(tag);
  const count = view.getUint32(8);
  if (tag.length < 12 + 2 * count) return null;
  if (count === 0) return (encoded) => encoded;
  if (count === 1) return (encoded) => encoded ** (view.getUint16(12) / 256);
  return (encoded) => {
    const position = encoded * (count - 1);
    const index = Math.min(Math.floor(position), count - 2);
    const at = (i: number): number => view.getUint16(12 + 2 * i) / 65535;
    return at(index) + (at(index + 1) - at(index)) * (position - index);
  };
}

/** parametricCurveType (ICC.1:2022, 10.18): Y = (aX + b)^g + e from d on, cX + f below. */
function readParametricCurve(tag: Uint8Array): ToneCurve | null {
  const view = viewOf(tag);
  const kind = view.getUint16(8);
  const count = PARAMETER_COUNTS[kind];
  if (count === undefined || tag.length < 12 + 4 * count) return null;
  const values = Array.from({ length: count }, (_, i) => view.getInt32(12 + 4 * i) / 65536);
  const [g = 1, a = 1, b = 0, third = 0] = values;
  switch (kind) {
    case 0:
      return (encoded) => encoded ** g;
    case 1:
      return (encoded) => (encoded >= -b / a ? (a * encoded + b) ** g : 0);
    case 2:
      return (encoded) => (encoded >= -b / a ? (a * encoded + b) ** g + third : third);
    default: {
      const [, , , c = 0, d = 0, e = 0, f = 0] = values;
      return (encoded) => (encoded >= d ? (a * encoded + b) ** g + e : c * encoded + f);
    }
  }
}

const PARAMETER_COUNTS: readonly number[] = [1, 3, 4, 5, 7];
