import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { StoredObject } from '#platform/ports/object-store.ts';
import { attachment } from '../services/file-name.ts';

/** A client that takes nothing for so long has gone. */
const STALLED_MS = 120_000;

/** Streams a stored object as a download, as fast as the client takes it. */
export async function sendDownload(
  request: Request,
  response: Response,
  stored: StoredObject,
  fileName: string,
): Promise<void> {
  response.setHeader('Content-Type', stored.contentType);
  response.setHeader('Content-Length', stored.bytes);
  response.setHeader('Content-Disposition', attachment(fileName));
  response.setHeader('Cache-Control', 'no-store');
  response.setTimeout(STALLED_MS, () => response.destroy());
  const body = request.method === 'HEAD' ? [] : stored.body;
  try {
    await pipeline(body, response);
  } catch (error) {
    // A download that is cut off by its reader is no failure of ours.
    if (!response.destroyed || !response.headersSent) throw error;
  } finally {
    if (body !== stored.body) await stored.body[Symbol.asyncIterator]().return?.();
  }
}
