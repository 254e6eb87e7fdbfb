import type { Raster } from '../../../../base/raster.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { filterRows } from '../read/row-filters.ts';
import { QUICK_LEVEL, SAMPLE_STRIPS, SAMPLE_STRIP_BYTES } from '../../tuning.ts';

/** Bits that a sample of a raster takes without loss, estimated from five strips of it. */
export async function bitsPerSample(job: PdfJob, { data, width, channels }: Raster): Promise<number> {
  return (await costOf(job, data, width * channels, channels)).bits;
}

/** Whether the estimate packs all of a raster: to pack it in earnest takes no more. */
export function isSampledWhole({ data }: Raster): boolean {
  return data.length <= SAMPLE_STRIPS * SAMPLE_STRIP_BYTES;
}

interface Cost {
  /** Per byte of samples. */
  readonly bits: number;
  /** Whether row filters make them smaller. */
  readonly isFiltered: boolean;
}

/** By samples: the decision whether a picture is a drawing and the way to store it need the same numbers. */
const costs = new WeakMap<Uint8Array, Promise<Cost>>();

/** What samples take when they are deflated. @param unit bytes of a pixel, at least 1 */
export function costOf(job: PdfJob, data: Uint8Array, rowBytes: number, unit: number): Promise<Cost> {
  let cost = costs.get(data);
  if (!cost) costs.set(data, (cost = measureCost(job, data, rowBytes, unit)));
  return cost;
}

async function measureCost(job: PdfJob, data: Uint8Array, rowBytes: number, unit: number): Promise<Cost> {
  const { deflate } = job.context.codecs;
  const sample = stripsOf(data, rowBytes);
  const plain = await deflate.deflate(sample, { format: 'zlib', level: QUICK_LEVEL });
  const filtered = await deflate.deflate(filterRows(sample, rowBytes, unit), {
    format: 'zlib',
    level: QUICK_LEVEL,
  });
  const least = Math.min(plain.length, filtered.length);
  return {
    bits: (least * 8) / Math.max(1, sample.length),
    isFiltered: filtered.length < plain.length,
  };
}

/** Whole rows from all over the data, or all of it when it is small. */
function stripsOf(data: Uint8Array, rowBytes: number): Uint8Array {
  const rows = Math.floor(data.length / rowBytes);
  const perStrip = Math.max(1, Math.floor(SAMPLE_STRIP_BYTES / rowBytes));
  if (rows <= perStrip * SAMPLE_STRIPS) return data;
  const sample = new Uint8Array(perStrip * rowBytes * SAMPLE_STRIPS);
  for (let i = 0; i < SAMPLE_STRIPS; i++) {
    const from = Math.floor(((rows - perStrip) * i) / (SAMPLE_STRIPS - 1)) * rowBytes;
    sample.set(data.subarray(from, from + perStrip * rowBytes), i * perStrip * rowBytes);
  }
  return sample;
}
