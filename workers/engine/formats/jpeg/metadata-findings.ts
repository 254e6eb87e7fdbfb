import { latin1 } from '../../base/bytes.ts';
import { exifFeatures } from '../../metadata/kept-exif.ts';
import { shownBy } from '../../metadata/xmp.ts';
import { change, kept } from '../../api/report/findings.ts';
import type { Change, Kept } from '../../api/report/report.ts';
import { hasFilm } from './beside/film.ts';
import { findGainMap, picturesIn } from './gain-map.ts';
import type { JpegSource } from './jpeg-source.ts';
import type { JpegDescriptions } from './kept-descriptions.ts';
import { readJpegStructure, startsWith, type Segment } from '../../containers/jpeg/segments.ts';
import { readXmpPackets } from './xmp-segments.ts';
import { NEGLIGIBLE_BYTES } from './tuning.ts';
import { APP1, APP11, APP13, COMMENT } from '../../containers/jpeg/markers.ts';

/** What matters to people and is in a result, read from its bytes. @param described what was written of descriptions */
export function keptFeatures(result: Uint8Array, { isAll }: JpegDescriptions): Kept[] {
  const structure = readJpegStructure(result);
  const { segments, exif, density, icc, trailing } = structure;
  const tiff = segments.find(({ marker, payload }) => marker === APP1 && startsWith(payload, 'Exif\0\0'));
  const told = tiff ? exifFeatures(tiff.payload.subarray(6)) : [];
  const { main, extended } = readXmpPackets(segments);
  const shown = [main, extended].map((packet) => packet && shownBy(packet));
  const isTold = told.some(({ feature }) => feature === 'density');
  const map = findGainMap(structure) !== null;
  const pictures = [...picturesIn(trailing)].length - (map ? 1 : 0);
  return [
    ...told,
    ...(isAll ? [kept('descriptions')] : []),
    ...(exif.orientation > 1 ? [kept('orientation')] : []),
    ...(saysDensity(density) && !isTold ? [kept('density')] : []),
    ...(icc ? [kept('icc-profile')] : []),
    ...(shown.some((each) => each?.panorama) ? [kept('panorama')] : []),
    ...(map ? [kept('gain-map')] : []),
    ...(pictures > 0 || shown.some((each) => each?.pictures) ? [kept('further-pictures')] : []),
    ...(hasFilm(trailing) ? [kept('film')] : []),
  ];
}

/** Whether JFIF names a unit, or sides of a pixel that differ. */
function saysDensity(density: Uint8Array | null): boolean {
  const [unit, ...sides] = density ?? [0, 0, 0, 0, 0];
  return unit !== 0 || sides[0] !== sides[2] || sides[1] !== sides[3];
}

/** Which metadata and which data after the picture a compressed JPEG has lost. */
export function removedMetadata({ structure, stays }: Pick<JpegSource, 'structure' | 'stays'>): Change[] {
  const { hasGainMap } = structure;
  const { gainMap, lostMapBytes, followed } = stays;
  const { unknownBytes } = followed;
  const isBroken = hasGainMap && !gainMap && !followed.hasOthers;
  const mapBytes = lostMapBytes || (isBroken ? structure.trailing.length : 0);
  return [
    ...removedDescriptions(structure, stays),
    ...removedCredentials(structure),
    ...(mapBytes > 0
      ? [change('gain-map-removed', { savedBytes: mapBytes })]
      : unknownBytes > 0
        ? [change('trailing-data-removed', { savedBytes: unknownBytes })]
        : []),
  ];
}

function removedDescriptions(
  { segments, exif }: JpegSource['structure'],
  { described, followed }: JpegSource['stays'],
): Change[] {
  const { previewBytes, isPositionGone } = followed;
  const told = described.written.exif ? exifFeatures(described.written.exif) : [];
  const isKept = (name: string) => told.some(({ feature }) => feature === name);
  const removed = described.isAll
    ? []
    : segments.filter(({ marker }) => [APP1, APP13, COMMENT].includes(marker));
  const ownBytes = removed.reduce((sum, { payload }) => sum + payload.length + 4, 0);
  const savedBytes = Math.max(0, ownBytes - described.bytes) + previewBytes;
  if (savedBytes <= NEGLIGIBLE_BYTES && !isPositionGone) return [];
  const hasPreview = (removed.length > 0 && exif.hasThumbnail) || previewBytes > 0;
  const isLocated = removed.length > 0 && exif.hasLocation && !isKept('location');
  const parts = [
    ...partsOf(removed, { isCameraKept: isKept('camera'), isXmpCut: described.isXmpCut }),
    ...(isLocated ? ['the location where the image was taken'] : []),
    ...(isPositionGone ? ['the location where the film was taken'] : []),
    ...(hasPreview ? ['the preview image'] : []),
  ];
  return parts.length > 0 ? [change('metadata-removed', { savedBytes, values: { parts } })] : [];
}

/** What segments held that are gone, in words for people. */
function partsOf(
  removed: readonly Segment[],
  { isCameraKept, isXmpCut }: { readonly isCameraKept: boolean; readonly isXmpCut: boolean },
): string[] {
  const isExif = removed.map(({ marker, payload }) => marker === APP1 && startsWith(payload, 'Exif'));
  const isXmp = removed.map(
    ({ marker, payload }) => marker === APP1 && startsWith(payload, 'http://ns.adobe'),
  );
  const hasHistory = removed.some(
    ({ marker }, i) => marker !== COMMENT && !isExif[i] && (!isXmp[i] || isXmpCut),
  );
  return [
    ...(isExif.includes(true) ? [isCameraKept ? 'maker notes and serial numbers' : 'camera data'] : []),
    ...(removed.some(({ marker }) => marker === COMMENT) ? ['comments'] : []),
    ...(hasHistory ? ['editing history'] : []),
  ];
}

/** Content Credentials lie in boxes of JUMBF. Source: C2PA specification 2.1, A.3.1; ISO/IEC 19566-5, annex D. */
function removedCredentials({ segments }: JpegSource['structure']): Change[] {
  const boxes = segments.filter(({ marker, payload }) => marker === APP11 && startsWith(payload, 'JP'));
  if (!boxes.some(({ payload }) => latin1(payload).includes('c2pa'))) return [];
  const savedBytes = boxes.reduce((sum, { payload }) => sum + payload.length + 4, 0);
  return [change('content-credentials-removed', { savedBytes })];
}
