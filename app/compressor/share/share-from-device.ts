import { KEEP } from '#engine/api/keep.ts';
import { brand } from '~/content/brand.ts';
import { CompressionRefused } from '../queue/refusal.ts';
import { requestCompression, type CompressedFile } from '../queue/request.ts';

/**
 * Uploads a result that was made on this device, so that a link can lead to it. What travels is the result, never the
 * original: what was taken out of it stays here. The server handles it losslessly and keeps every description, so that what
 * the link gives shows the same and holds no more than what is on the page.
 * @returns the job that a link can be asked for
 * @throws CompressionRefused with the server's words
 */
export async function uploadResult({ blob, name, type, kind }: CompressedFile): Promise<string> {
  // The server puts the prefix before the name by itself.
  const plainName = name.startsWith(brand.filePrefix) ? name.slice(brand.filePrefix.length) : name;
  const file = new File([blob], plainName, { type });
  const uploaded = await requestCompression(
    { file, kind, options: { preset: 'lossless', keep: KEEP }, jobId: null, isMadeHere: true },
    { signal: new AbortController().signal, onStage: () => {}, onJob: () => {} },
  );
  if (uploaded.jobId === null) throw new CompressionRefused('The server named no job.', { retryable: true });
  return uploaded.jobId;
}
