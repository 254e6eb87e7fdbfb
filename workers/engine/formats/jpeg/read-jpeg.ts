import { checkPixels } from '../../api/limits.ts';
import { change } from '../../api/report/findings.ts';
import type { Change } from '../../api/report/report.ts';
import { APP1, APP13, COMMENT } from '../../containers/jpeg/markers.ts';
import { readJpegStructure, type JpegStructure } from '../../containers/jpeg/segments.ts';
import { keptForNewFile, lostDescriptions } from '../../metadata/kept-exif.ts';
import type { PictureReader } from '../../picture-options.ts';
import { descriptionsIn } from './kept-descriptions.ts';
import { readXmpPackets } from './xmp-segments.ts';

/** What a JPEG says of its first picture. Films, further pictures and gain maps are no part of that. */
export const readJpeg: PictureReader = async (bytes, { keep }) => {
  const structure = readJpegStructure(bytes);
  const { width, height, orientation } = { ...structure, ...structure.exif };
  checkPixels(width, height);
  const exif = keptForNewFile(descriptionsIn(structure.segments), keep);
  const { main, extended } = readXmpPackets(structure.segments);
  return {
    bytes,
    width,
    height,
    orientation,
    icc: structure.icc,
    exif,
    frameCount: 0,
    obstacle: structure.rareKind && `a ${structure.rareKind}`,
    losses: [
      ...(await lostDescriptions(describedBytes(structure), exif, [main, extended])),
      ...lostData(structure),
    ],
  };
};

function describedBytes({ segments }: JpegStructure): number {
  const described = segments.filter(({ marker }) => [APP1, APP13, COMMENT].includes(marker));
  return described.reduce((sum, { payload }) => sum + payload.length + 4, 0);
}

/** What follows the picture. */
function lostData({ hasGainMap, trailing }: JpegStructure): Change[] {
  if (trailing.length === 0) return [];
  return [change(hasGainMap ? 'gain-map-removed' : 'trailing-data-removed', { savedBytes: trailing.length })];
}
