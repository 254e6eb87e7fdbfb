import type { Raster } from '../../../../base/raster.ts';
import { PdfName, type PdfObject } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { codecOf, type Picture } from './picture.ts';
import { greyFromEqualChannels } from './samples.ts';

/**
 * A raster and the colour space its samples are in; colour that is only grey becomes grey.
 * @param isOwn the raster's samples may be written over [false]
 */
export function plainest(
  job: PdfJob,
  picture: Picture,
  raster: Raster,
  isOwn = false,
): { raster: Raster; space: PdfObject | undefined } {
  const own = samplesSpace(job, picture);
  const isDevice = picture.space?.family === 'rgb' && picture.space.isDevice;
  const grey = isDevice && !picture.keepsSpace ? greyFromEqualChannels(raster, isOwn) : undefined;
  if (grey) return { raster: grey, space: PdfName.of('DeviceGray') };
  return { raster, space: own };
}

/** The colour space of decoded samples: of an indexed picture its base. */
function samplesSpace(job: PdfJob, picture: Picture): PdfObject | undefined {
  const own = picture.stream.dict.get('ColorSpace');
  if (picture.space?.family !== 'indexed') return own ?? defaultSpace(picture);
  return job.document.array(own)?.[1];
}

/** JPEG 2000 pictures may leave the colour space to their own header. */
function defaultSpace(picture: Picture): PdfObject | undefined {
  return codecOf(picture) === 'jpx' ? undefined : PdfName.of('DeviceGray');
}
