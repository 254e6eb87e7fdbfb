import { asBreakdown, isBreakdown } from './codec-breakdown.ts';

/**
 * Runs a codec that reports damage and its own lack of memory alike. When it fails, another reader of the same bytes decides
 * which of the two it was.
 * @param read reads the bytes in full by another library
 * @throws CodecBreakdownError when the other reader finds nothing wrong; the other's breakdown; else what `work` threw
 */
export async function withSecondOpinion<T>(work: () => Promise<T>, read: () => Promise<unknown>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const fault = await read().then(
      () => asBreakdown('A codec failed at what another one reads.', cause),
      (error: unknown) => (isBreakdown(error) ? error : cause),
    );
    throw fault;
  }
}
