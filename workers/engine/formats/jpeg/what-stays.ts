import { deriveContext, type EngineContext } from '../../context.ts';
import { isEngineError } from '../../api/errors.ts';
import { isKept } from '../../api/keep.ts';
import { joinFindings, skip } from '../../api/report/findings.ts';
import type { PictureOptions } from '../../picture-options.ts';
import type { Findings, Outcome, Skip } from '../../api/report/report.ts';
import { findGainMap, packGainMap, type GainMap } from './gain-map.ts';
import {
  cleanedPicture,
  embeddedDescriptions,
  findMarker,
  keptDescriptions,
  readJpegXmp,
  type JpegDescriptions,
} from './kept-descriptions.ts';
import type { PictureRole } from './beside/multi-picture.ts';
import type { JpegStructure } from '../../containers/jpeg/segments.ts';
import {
  gatherFollowing,
  NOTHING_FOLLOWS,
  type Followed,
  type FollowRequest,
} from './beside/what-follows.ts';
import { GAIN_MAP_TARGET_SHARE, MAX_FURTHER_PICTURES } from './tuning.ts';

/** How a JPEG is used. */
export interface JpegOptions extends PictureOptions {
  /** It is not the first picture of its file, and says what it is to that one [false]. */
  readonly isFurther?: boolean;
}

/** What is in a file with the samples of its picture, as it is written. */
export interface WhatStays {
  readonly gainMap: GainMap | null;
  /** Of one that does not stay. */
  readonly lostMapBytes: number;
  readonly followed: Followed;
  readonly described: JpegDescriptions;
  /** Of the pictures that follow. */
  readonly findings: Partial<Findings>;
}

export interface StayRequest {
  readonly bytes: Uint8Array;
  readonly structure: JpegStructure;
  readonly options: JpegOptions;
  /** Lowest visual score of the picture. */
  readonly floor: number;
  /** Compresses a further picture of the file. */
  readonly compress: (bytes: Uint8Array, context: EngineContext, options: JpegOptions) => Promise<Outcome>;
}

/**
 * Gathers what stays. Programs that show documents look at the picture alone.
 * @returns a skip where the file is to be left as it is
 */
export async function gatherWhatStays(
  request: StayRequest,
  context: EngineContext,
): Promise<WhatStays | Skip> {
  const { structure, options } = request;
  const { keep } = context;
  if (options.embedded) return whatStaysEmbedded(structure);
  const map = options.isFurther ? undefined : await gainMapOf(request, context);
  if (map && 'code' in map) return map;
  const xmp = await readJpegXmp(structure);
  const shrinker = shrinkerOf(request, context);
  const followed = options.isFurther
    ? NOTHING_FOLLOWS
    : await gatherFollowing({
        ...kindsKept(context),
        file: request.bytes,
        structure,
        gainMap: map,
        xmp: xmp.main,
        shrink: shrinker.shrink,
        clean: (picture) => cleanedPicture(picture, keep, context.codecs.ciphers),
      });
  const gainMap = map?.stays ? map.map : null;
  const described = await keptDescriptions(structure, {
    keep,
    xmp,
    followed,
    gainMap,
    isFurther: options.isFurther ?? false,
    ciphers: context.codecs.ciphers,
  });
  if (!described || (xmp.isDamaged && followed.hasOthers)) return skip('linked-data');
  return { gainMap, lostMapBytes: lostBytes(map), followed, described, findings: shrinker.findings() };
}

/** A gain map made smaller where it stays: the smallest preset is for screens that show none. @returns a skip where it has to stay and cannot */
async function gainMapOf(
  { structure, floor }: StayRequest,
  context: EngineContext,
): Promise<FollowRequest['gainMap'] | Skip> {
  const { preset, target } = context;
  const found = findGainMap(structure);
  if (found && preset === 'small' && !target) return { map: found, stays: false };
  const allowsLossy = findMarker(structure) === null;
  const packed = found && (await packGainMap(found, { floor, allowsLossy }, context));
  const isNeeded = structure.hasGainMap && !target && (preset === 'high' || preset === 'lossless');
  if (!packed && isNeeded) return skip('gain-map');
  const mostBytes = GAIN_MAP_TARGET_SHARE * (target?.bytes ?? Infinity);
  if (packed) return { map: packed, stays: packed.bytes.length <= mostBytes };
  return found ? { map: found, stays: false } : undefined;
}

function lostBytes(map: FollowRequest['gainMap']): number {
  return map && !map.stays ? map.map.source.length : 0;
}

/** Of a picture in a document. */
function whatStaysEmbedded(structure: JpegStructure): WhatStays {
  return {
    gainMap: null,
    lostMapBytes: 0,
    followed: NOTHING_FOLLOWS,
    described: embeddedDescriptions(structure),
    findings: {},
  };
}

/** Which kinds of what follows a picture stay. */
function kindsKept({
  keep,
  preset,
}: EngineContext): Pick<FollowRequest, 'keepsUnknown' | 'keepsPreviews' | 'keepsLocation'> {
  const isAll = keep?.includes('all') ?? false;
  return {
    keepsUnknown: isAll || preset === 'lossless',
    keepsPreviews: isAll,
    keepsLocation: isKept(keep, 'location'),
  };
}

/** Makes further pictures smaller: views of the same kind as far as the first picture, all others without loss. */
function shrinkerOf({ floor, compress }: StayRequest, context: EngineContext) {
  const { keep, codecs } = context;
  const found: Partial<Findings>[] = [];
  const own = deriveContext(context, { target: undefined, onProgress: () => {} });
  let count = 0;
  const shrink = async (picture: Uint8Array, role: PictureRole): Promise<Uint8Array> => {
    if (++count > MAX_FURTHER_PICTURES) return cleanedPicture(picture, keep, codecs.ciphers);
    const smaller = await compress(picture, own, {
      floor: role === 'view' ? floor : 100,
      isFurther: true,
    }).catch((error: unknown) => {
      // A broken one among them does not make the picture unreadable.
      if (!isEngineError(error)) throw error;
      return null;
    });
    if (!smaller || smaller.bytes.length >= picture.length)
      return cleanedPicture(picture, keep, codecs.ciphers);
    found.push({ score: smaller.score, skips: smaller.skips.filter(({ code }) => code === 'part-failed') });
    return smaller.bytes;
  };
  return { shrink, findings: (): Partial<Findings> => joinFindings(...found) };
}
