import { MAKERS, type Xmp } from '../../../metadata/xmp.ts';
import { announced, itemsOf, withLengths, type Item } from './container-items.ts';
import { hasFilm } from './film.ts';
import type { GainMap } from '../gain-map.ts';
import { mapWithInfo } from '../gain-map-segments.ts';
import { cleanedData, padded, pictureLength, type CleanPicture } from './kept-data.ts';
import {
  PRIMARY,
  readIndex,
  roleOf,
  type FollowingPicture,
  type MultiPictureIndex,
  type PictureRole,
} from './multi-picture.ts';
import { holdsMore } from './samsung-trailer.ts';
import type { JpegStructure } from '../../../containers/jpeg/segments.ts';

/** What follows a picture in its result. */
export interface Followed {
  /** In order. */
  readonly parts: readonly Uint8Array[];
  /** Names the pictures among them; null where none is to be named. */
  readonly index: MultiPictureIndex | null;
  /** The description of the source with the lengths of the result; null without one. */
  readonly xmp: Xmp | null;
  /** Whether more than a gain map follows. */
  readonly hasOthers: boolean;
  /** Whether films or data of makers follow. */
  readonly hasData: boolean;
  /** Bytes of pictures that only show the first one in small, and are gone. */
  readonly previewBytes: number;
  /** Bytes that nothing names, and that are gone; padding is not counted. */
  readonly unknownBytes: number;
  /** Whether the place where a film was taken is gone. */
  readonly isPositionGone: boolean;
}

export const NOTHING_FOLLOWS: Followed = {
  parts: [],
  index: null,
  xmp: null,
  hasOthers: false,
  hasData: false,
  previewBytes: 0,
  unknownBytes: 0,
  isPositionGone: false,
};

export interface FollowRequest {
  readonly file: Uint8Array;
  readonly structure: JpegStructure;
  /** As it is written, null where it goes; undefined where there is none. */
  readonly gainMap: { readonly map: GainMap; readonly stays: boolean } | undefined;
  readonly xmp: Xmp | null;
  /** Keeps previews and bytes that nothing names. */
  readonly keepsUnknown: boolean;
  readonly keepsPreviews: boolean;
  readonly keepsLocation: boolean;
  /** Makes a further picture smaller, a view as far as the first one, another without loss. */
  readonly shrink: (picture: Uint8Array, role: PictureRole) => Promise<Uint8Array>;
  readonly clean: CleanPicture;
}

/**
 * Gathers what follows a picture: further pictures, made smaller, and films and data of makers as they are. What only repeats
 * the picture in small, and what nothing names, goes.
 * @returns what is to be written
 * Source: CIPA DC-007 (multi-picture format); Google's Motion Photo 1.0 and Dynamic Depth 1.0.
 */
export async function gatherFollowing(request: FollowRequest): Promise<Followed> {
  const { file, structure, gainMap } = request;
  const { trailing } = structure;
  const items = itemsOf(request.xmp, trailing.length);
  const index = readIndex(file, structure);
  const pictures = picturesOf(request, index, items);
  const gaps = gapsBetween(pictures, trailing);
  const keepsGaps = request.keepsUnknown || areNamed(request, gaps, items, pictures);
  const firstGap = gaps.find(({ bytes }) => !isPadding(bytes))?.start ?? Infinity;

  const kept = await keptPictures(request, pictures, keepsGaps ? firstGap : Infinity);
  const data = keepsGaps ? await keptData(request, gaps) : { parts: [], isPositionGone: false };
  const parts = [...kept.parts, ...data.parts];
  parts.sort((a, b) => a.start - b.start);
  const lengths = new Map(parts.map(({ found, bytes }) => [found, bytes.length]));
  const xmp = request.xmp && withLengths(request.xmp, items, { pictures, lengths, keepsGaps });
  return {
    parts: parts.map(({ bytes }) => bytes),
    index: newIndex(index, parts),
    xmp: gainMap?.stays
      ? announced(xmp, gainMap.map, parts.find(({ found }) => found?.role === 'gain-map')!.bytes)
      : xmp,
    hasOthers: parts.some(({ found }) => found?.role !== 'gain-map'),
    hasData: parts.some(({ found }) => !found),
    previewBytes: kept.previewBytes,
    unknownBytes: keepsGaps ? 0 : lostBytes(gaps),
    isPositionGone: data.isPositionGone,
  };
}

/** A picture that is written, or what lies between two of them. */
interface Part {
  readonly found: FollowingPicture | null;
  /** In what follows the picture of the source. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** @param fixedFrom where data begin that count from the end of the file: after it no length changes */
async function keptPictures(
  request: FollowRequest,
  pictures: readonly FollowingPicture[],
  fixedFrom: number,
): Promise<{ parts: Part[]; previewBytes: number }> {
  const parts: Part[] = [];
  let previewBytes = 0;
  for (const found of pictures) {
    const { role, start, length } = found;
    const source = request.structure.trailing.subarray(start, start + length);
    const isFixed = start > fixedFrom;
    if (role === 'gain-map') {
      const { gainMap } = request;
      if (gainMap?.stays) parts.push({ found, start, bytes: mapWithInfo(gainMap.map) });
    } else if (role === 'preview' && !request.keepsPreviews && !isFixed) previewBytes += length;
    else if (isFixed) parts.push({ found, start, bytes: padded(await request.clean(source), length) });
    else parts.push({ found, start, bytes: await request.shrink(source, role) });
  }
  return { parts, previewBytes };
}

async function keptData(
  request: FollowRequest,
  gaps: readonly Gap[],
): Promise<{ parts: Part[]; isPositionGone: boolean }> {
  const parts: Part[] = [];
  let isPositionGone = false;
  for (const { start, bytes } of gaps) {
    const own = await cleanedData(bytes, request);
    isPositionGone ||= own.isPositionGone;
    parts.push({ found: null, start, bytes: own.bytes });
  }
  return { parts, isPositionGone };
}

function lostBytes(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { bytes }) => sum + (isPadding(bytes) ? 0 : bytes.length), 0);
}

/** Pictures that something names, in order and apart from each other. */
function picturesOf(
  { structure: { trailing }, gainMap }: FollowRequest,
  index: MultiPictureIndex | null,
  items: readonly Item[],
): FollowingPicture[] {
  const indexed = (index?.others ?? []).map((each): FollowingPicture => {
    const length = ownLength(trailing, each) ?? each.length;
    return { ...each, length, role: roleOf(each) };
  });
  const named = items.flatMap((item): FollowingPicture[] => {
    const length = item.isPicture ? ownLength(trailing, item) : null;
    return length === null ? [] : [{ start: item.start, length, role: 'other', attribute: null }];
  });
  const found = new Map([...named, ...indexed].map((each) => [each.start, each]));
  const map = gainMap?.map.source;
  const attribute = (map && found.get(map.start)?.attribute) ?? null;
  // A gain map was read already: what overlaps it is told wrongly.
  const others = [...found.values()].filter((each) => !map || isApart(each, map));
  let end = 0;
  return [...others, ...(map ? [{ ...map, role: 'gain-map', attribute } as const] : [])]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, length }) => {
      const isNext = start >= end;
      if (isNext) end = start + length;
      return isNext;
    });
}

function isApart(a: Place, b: Place): boolean {
  return a.start + a.length <= b.start || b.start + b.length <= a.start;
}

interface Place {
  readonly start: number;
  readonly length: number;
}

/** Length of a picture without what follows it and belongs to something else; null where there is no picture. */
function ownLength(trailing: Uint8Array, { start, length }: Place): number | null {
  const own = pictureLength(trailing.subarray(start, start + length));
  return own !== null && isPadding(trailing.subarray(start + own, start + length)) ? length : own;
}

interface Gap {
  readonly start: number;
  readonly bytes: Uint8Array;
}

function gapsBetween(pictures: readonly FollowingPicture[], trailing: Uint8Array): Gap[] {
  const ends = [0, ...pictures.map(({ start, length }) => start + length)];
  return ends
    .map((start, i) => ({ start, bytes: trailing.subarray(start, pictures[i]?.start ?? trailing.length) }))
    .filter(({ bytes }) => bytes.length > 0);
}

function isPadding(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0 || byte === 0xff);
}

/** Whether something says what the bytes between and after the pictures are. */
function areNamed(
  { xmp }: FollowRequest,
  gaps: readonly Gap[],
  items: readonly Item[],
  pictures: readonly FollowingPicture[],
): boolean {
  const meant = gaps.filter(({ bytes }) => !isPadding(bytes));
  const isItem = items.some(
    ({ start, length }) =>
      length > 0 && !pictures.some((each) => each.start >= start && each.start < start + length),
  );
  const isTold = (xmp?.attributes ?? []).some(
    ({ uri, local }) => local === 'MicroVideoOffset' || MAKERS.includes(uri),
  );
  return (
    meant.length > 0 && (isItem || isTold || meant.some(({ bytes }) => hasFilm(bytes) || holdsMore(bytes)))
  );
}

/** The index of the result: pictures that were in one before, and a gain map always. */
function newIndex(
  index: MultiPictureIndex | null,
  parts: readonly { found: FollowingPicture | null; bytes: Uint8Array }[],
): MultiPictureIndex | null {
  let start = 0;
  const others = parts.flatMap(({ found, bytes }) => {
    const at = start;
    start += bytes.length;
    const isListed = found !== null && (found.attribute !== null || found.role === 'gain-map');
    return isListed ? [{ attribute: found.attribute ?? 0, start: at, length: bytes.length }] : [];
  });
  return others.length > 0 ? { first: index?.first ?? PRIMARY, others, facts: index?.facts ?? [] } : null;
}
