import { samples, type Sample, type SampleId } from '~/content/samples.ts';
import { smallHeroPicture } from '~/content/small-hero-picture.ts';
import { CompressionRefused } from '../queue/refusal.ts';

/**
 * A file of ours to try the page with.
 * @throws CompressionRefused when it cannot be fetched
 */
export async function fetchSample(id: SampleId = 'picture'): Promise<File> {
  const { path, name, type } = sampleHere(id);
  const response = await fetch(path).catch(() => null);
  if (!response?.ok)
    throw new CompressionRefused('The sample could not be loaded. Check that you are online.', {
      retryable: true,
    });
  return new File([await response.blob()], name, { type });
}

/** Of the picture the file that the home page shows on this screen. */
function sampleHere(id: SampleId): Sample {
  const { media, name, original } = smallHeroPicture;
  if (id !== 'picture' || !matchMedia(media).matches) return samples[id];
  return { ...samples.picture, name, path: original };
}
