import { CompressionRefused } from './refusal.ts';

const SAMPLE = { path: '/samples/coast.jpg', name: 'coast.jpg', type: 'image/jpeg' } as const;

/**
 * A picture of ours to try the page with.
 * @throws CompressionRefused when it cannot be fetched
 */
export async function fetchSample(): Promise<File> {
  const response = await fetch(SAMPLE.path).catch(() => null);
  if (!response?.ok)
    throw new CompressionRefused('The sample could not be loaded. Check that you are online.', {
      retryable: true,
    });
  return new File([await response.blob()], SAMPLE.name, { type: SAMPLE.type });
}
