import { deriveContext, type EngineContext } from '../../context.ts';
import { isEngineError } from '../../api/errors.ts';
import { isKept } from '../../api/keep.ts';
import { joinFindings, skip } from '../../api/report/findings.ts';
import type { PictureOptions } from '../../picture-options.ts';
import type { Findings, Outcome, Skip } from '../../api/report/report.ts';
import { compressGainMap, type GainMap } from './gain-map.ts';
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
  const { keep, target } = context;
  if (options.embedded) return whatStaysEmbedded(structure);
  const map = await gainMapOf(request, context);
  if (map === undefined) return skip('gain-map');
  const stays = map !== null && map.bytes.length <= GAIN_MAP_TARGET_SHARE * (target?.bytes ?? Infinity);
  const xmp = await readJpegXmp(structure);
  const shrinker = shrinkerOf(request, context);
  const followed = options.isFurther
    ? NOTHING_FOLLOWS
    : await gatherFollowing({
        ...kindsKept(context),
        file: request.bytes,
        structure,
        gainMap: map ? { map, stays } : undefined,
        xmp: xmp.main,
        shrink: shrinker.shrink,
        clean: (picture) => cleanedPicture(picture, keep, context.codecs.ciphers),
      });
  const gainMap = stays ? map : null;
  const described = await keptDescriptions(structure, {
    keep,
    xmp,
    followed,
    gainMap,
    isFurther: options.isFurther ?? false,
    ciphers: context.codecs.ciphers,
  });
  if (!described || (xmp.isDamaged && followed.hasOthers)) return skip('linked-data');
  return { gainMap, followed, described, findings: shrinker.findings() };
}

/** A gain map made smaller; null without one, undefined where it cannot be read and the file is to be left as it is. */
async function gainMapOf(
  { structure, options, floor }: StayRequest,
  context: EngineContext,
): Promise<GainMap | null | undefined> {
  if (!structure.hasGainMap || options.isFurther) return null;
  const allowsLossy = findMarker(structure) === null;
  const map = await compressGainMap(structure, { floor, allowsLossy }, context);
  const isNeeded = !context.target && (context.preset === 'high' || context.preset === 'lossless');
  return !map && isNeeded ? undefined : map;
}

/** Of a picture in a document. */
function whatStaysEmbedded(structure: JpegStructure): WhatStays {
  return {
    gainMap: null,
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
