import type { RequestHandler } from 'express';
import type { UploadLimits } from './upload-limits.ts';

/**
 * Counts looks by id, at jobs, results and shares, before anything is looked for; one that finds nothing counts many
 * times, so that ids cannot be guessed by the thousand and guesses do not become requests to the store.
 */
export function lookupLimit(limits: Pick<UploadLimits, 'countLookup' | 'countMiss'>): RequestHandler {
  return async (request, response, next) => {
    await limits.countLookup(request, response);
    response.once('finish', () => {
      // "Not done yet" is no miss: it says when to ask again.
      const isMiss = [400, 404].includes(response.statusCode) && !response.hasHeader('Retry-After');
      if (isMiss) void limits.countMiss(request).catch(() => {}); // The next look meets the same failure.
    });
    next();
  };
}
