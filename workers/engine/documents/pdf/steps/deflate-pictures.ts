import { change, joinFindings } from '../../../api/report/findings.ts';
import type { Change, Findings } from '../../../api/report/report.ts';
import { PdfName } from '../model/objects.ts';
import { pictureNumbers } from '../model/picture-streams.ts';
import { setFilters } from '../filters/set-filters.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { deflateSamples } from '../images/encode/encode-samples.ts';
import { codecOf, describePicture, type Picture } from '../images/read/picture.ts';
import { rowBytesOf } from '../images/read/samples.ts';
import { keepCodec } from './keep-codec.ts';
import { SPARE_SAMPLE_BYTES } from '../tuning.ts';

/**
 * Deflates the samples of pictures that are stored as they are, or packed by other filters, and takes filters off that stand around
 * a picture's own codec: what becomes of a picture goes by its samples, and not by how the file stores them.
 */
export async function deflatePictures(job: PdfJob): Promise<Partial<Findings>> {
  const changes: Change[] = [];
  for (const num of pictureNumbers(job.document)) {
    job.context.signal.throwIfAborted();
    const picture = await describePicture(job, num);
    if ('skip' in picture || isBare(picture)) continue;
    try {
      const savedBytes = await (codecOf(picture) === 'raw'
        ? deflatePicture(job, picture)
        : keepCodec(picture.stream, await job.decode(picture.stream, { strict: true })));
      if (savedBytes > 0) changes.push(change('streams-repacked', { count: 1, savedBytes }));
    } catch (error) {
      // It stays as it is: the step for pictures reports what is wrong with it.
      job.recordFailure(error, picture.stream);
    }
  }
  return joinFindings({ changes });
}

/** Whether a picture has one filter, its own codec or deflate. */
function isBare(picture: Picture): boolean {
  const [filter, ...others] = picture.filters;
  const isRaw = codecOf(picture) === 'raw';
  return filter !== undefined && others.length === 0 && (!isRaw || filter.name === 'FlateDecode');
}

/** @returns bytes saved, 0 where the picture stays */
async function deflatePicture(job: PdfJob, { stream, width, height, bits, space }: Picture): Promise<number> {
  const channels = space?.components ?? 1;
  const expected = rowBytesOf(width, channels, bits) * height;
  const { bytes } = await job.decode(stream, { declaredBytes: expected + SPARE_SAMPLE_BYTES, strict: true });
  if (bytes.length < expected) return 0;
  const shape = { width, height, channels, bits };
  const { data, params } = await deflateSamples(job, bytes.subarray(0, expected), shape);
  const savedBytes = stream.data.length - data.length;
  if (savedBytes <= 0) return 0;
  setFilters(stream.dict, PdfName.of('FlateDecode'), params);
  stream.data = data;
  return savedBytes;
}
