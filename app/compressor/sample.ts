import { heroPicture } from '~/content/hero-picture.ts';
import { CompressionRefused } from './refusal.ts';

/**
 * A picture of ours to try the page with.
 * @throws CompressionRefused when it cannot be fetched
 */
export async function fetchSample(): Promise<File> {
  const { original, name, type } = heroPicture;
  const response = await fetch(original).catch(() => null);
  if (!response?.ok)
    throw new CompressionRefused('The sample could not be loaded. Check that you are online.', {
      retryable: true,
    });
  return new File([await response.blob()], name, { type });
}
