import { samples, type Sample } from '~/content/samples.ts';
import { CompressionRefused } from '../queue/refusal.ts';

/**
 * A file of ours to try the page with.
 * @throws CompressionRefused when it cannot be fetched
 */
export async function fetchSample({ path, name, type }: Sample = samples.picture): Promise<File> {
  const response = await fetch(path).catch(() => null);
  if (!response?.ok)
    throw new CompressionRefused('The sample could not be loaded. Check that you are online.', {
      retryable: true,
    });
  return new File([await response.blob()], name, { type });
}
