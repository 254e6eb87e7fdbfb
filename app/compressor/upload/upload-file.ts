import { CompressionRefused, connectionLost } from '../queue/refusal.ts';
import { uploadByForm } from './form-upload.ts';
import type { UploadFile } from './upload.ts';

/** From this size on sending a file anew after a break costs more than the requests of a resumable upload: 8 MB. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Files whose line broke while they were sent. */
const interrupted = new WeakSet<File>();

/** Uploads a file in the way that suits it: large ones, and any after a broken line, so that nothing is sent twice. */
export const uploadFile: UploadFile = async (request, watch) => {
  const { file, isMadeHere = false } = request;
  // Resumable uploads do not tell that; a result for a link is sent once more instead.
  if (!isMadeHere && (file.size > LARGE_BYTES || interrupted.has(file))) {
    // Loaded when it is needed; without a line it cannot be, either.
    const { uploadInPieces } = await import('./upload-in-pieces.ts').catch((error: unknown) => {
      throw connectionLost(error);
    });
    return uploadInPieces(request, watch);
  }
  try {
    return await uploadByForm(request, watch);
  } catch (error) {
    if (error instanceof CompressionRefused && error.passing?.cause === 'line') interrupted.add(file);
    throw error;
  }
};
