import { samples, type SampleId } from '~/content/samples.ts';
import { CompressionRefused } from '../queue/refusal.ts';

/**
 * A file of ours to try the page with.
 * @throws CompressionRefused when it cannot be fetched
 */
export async function fetchSample(id: SampleId = 'picture'): Promise<File> {
  const { path, name, type } = samples[id];
  const response = await fetch(path).catch(() => null);
  if (!response?.ok)
    throw new CompressionRefused('The sample could not be loaded. Check that you are online.', {
      retryable: true,
    });
  return new File([await response.blob()], name, { type });
}
