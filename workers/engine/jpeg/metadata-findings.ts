import { change, kept } from '../report/findings.ts';
import type { Change, Findings, Kept } from '../report/report.ts';
import type { JpegSource } from './jpeg-source.ts';
import type { JpegDescriptions } from './kept-descriptions.ts';
import { startsWith, type JpegStructure } from './segments.ts';

/** Which metadata a compressed JPEG has lost and kept. */
export function metadataFindings({ structure, gainMap, described }: JpegSource): Partial<Findings> {
  const features: Kept[] = [
    ...described.features,
    ...(structure.exif.orientation > 1 ? [kept('orientation')] : []),
    ...(structure.density ? [kept('density')] : []),
    ...(gainMap ? [kept('gain-map')] : []),
  ];
  const changes: Change[] = [
    ...removedMetadata(structure, described),
    ...removedTrailing(structure, gainMap),
  ];
  return { kept: features, changes };
}

/** Up to here a segment holds nothing of a person: a generation marker. */
const NEGLIGIBLE_BYTES = 16;

function removedMetadata({ segments, exif }: JpegStructure, described: JpegDescriptions): Change[] {
  if (described.features.some(({ feature }) => feature === 'descriptions')) return [];
  const isKept = (name: string) => described.features.some(({ feature }) => feature === name);
  const removed = segments.filter(({ marker }) => [APP1, APP13, COMMENT].includes(marker));
  const savedBytes = removed.reduce((sum, { payload }) => sum + payload.length + 4, -described.bytes);
  if (savedBytes <= NEGLIGIBLE_BYTES) return [];
  const isExif = removed.map(({ marker, payload }) => marker === APP1 && startsWith(payload, 'Exif'));
  const parts = [
    ...(isExif.includes(true) ? [isKept('camera') ? 'maker notes and serial numbers' : 'camera data'] : []),
    ...(removed.some(({ marker }) => marker === COMMENT) ? ['comments'] : []),
    ...(removed.some(({ marker }, i) => marker !== COMMENT && !isExif[i]) ? ['editing history'] : []),
    ...(exif.hasLocation && !isKept('location') ? ['the location where the picture was taken'] : []),
    ...(exif.hasThumbnail ? ['the preview picture'] : []),
  ];
  return [change('metadata-removed', { savedBytes, values: { parts } })];
}

const APP1 = 0xe1;
const APP13 = 0xed;
const COMMENT = 0xfe;

/** Cameras write some padding around a gain map. */
const PADDING_BYTES = 256;

function removedTrailing({ trailing, hasGainMap }: JpegStructure, gainMap: JpegSource['gainMap']): Change[] {
  if (hasGainMap && !gainMap) return [change('gain-map-removed', { savedBytes: trailing.length })];
  const savedBytes = trailing.length - (gainMap?.sourceBytes ?? 0);
  const isPadding = savedBytes <= (gainMap ? PADDING_BYTES : 0);
  return isPadding ? [] : [change('trailing-data-removed', { savedBytes })];
}
