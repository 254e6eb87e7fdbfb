import type { ReportBuilder } from '../report/report-builder.ts';
import type { JpegSource } from './compress-jpeg.ts';

/** Says which metadata is gone and which was kept. */
export function reportMetadata({ structure, gainMap }: JpegSource, report: ReportBuilder): void {
  const { exif, segments, trailing } = structure;
  if (exif.orientation > 1) report.kept('orientation');
  if (structure.density) report.kept('density');
  const bytes = segments
    .filter(({ marker }) => marker === 0xe1 || marker === 0xed || marker === 0xfe)
    .reduce((sum, { payload }) => sum + payload.length + 4, 0);
  if (bytes > 16) {
    const parts = ['Camera data, comments and editing history were removed'];
    if (exif.hasLocation) parts.push('the place where the picture was taken');
    if (exif.hasThumbnail) parts.push('the embedded preview');
    report.changed('metadata-removed', `${parts.join(', ')}.`, { savedBytes: bytes });
  }
  if (gainMap) report.kept('HDR gain map');
  if (structure.hasGainMap && !gainMap) {
    report.changed(
      'gain-map-removed',
      'The HDR gain map was removed: the picture shows in standard range everywhere.',
      { savedBytes: trailing.length },
    );
    return;
  }
  const savedBytes = trailing.length - (gainMap?.sourceBytes ?? 0);
  if (savedBytes > (gainMap ? PADDING_BYTES : 0)) {
    report.changed('trailing-data-removed', 'Data after the end of the picture was removed.', { savedBytes });
  }
}

/** Cameras fill up a little around a gain map. */
const PADDING_BYTES = 256;
