import { equalRasters, hasSameSize, type Raster } from '../../../base/raster.ts';

/** Whether two pictures have equal samples in any layout: the optimiser stores grey and opaque pictures with fewer channels. */
export function sameSamples(a: Raster, b: Raster): boolean {
  if (!hasSameSize(a, b)) return false;
  if (equalRasters(a, b)) return true;
  const [ofA, ofB] = [samplePlaces(a), samplePlaces(b)];
  const end = a.width * a.height * a.channels;
  for (let inA = 0, inB = 0; inA < end; inA += a.channels, inB += b.channels) {
    const alpha = ofA.alpha === null ? 255 : a.data[inA + ofA.alpha]!;
    if (alpha !== (ofB.alpha === null ? 255 : b.data[inB + ofB.alpha]!)) return false;
    if (alpha === 0) continue;
    if (a.data[inA] !== b.data[inB]) return false;
    if (a.data[inA + ofA.green] !== b.data[inB + ofB.green]) return false;
    if (a.data[inA + ofA.blue] !== b.data[inB + ofB.blue]) return false;
  }
  return true;
}

/** Where the samples of a pixel stand behind its first one. */
interface SamplePlaces {
  readonly green: number;
  readonly blue: number;
  /** null where all are opaque. */
  readonly alpha: number | null;
}

function samplePlaces({ channels }: Raster): SamplePlaces {
  const [green, blue] = channels > 2 ? [1, 2] : [0, 0];
  return { green, blue, alpha: channels % 2 === 0 ? channels - 1 : null };
}
