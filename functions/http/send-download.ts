import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { StoredObject } from '#platform/ports/object-store.ts';
import { abandon } from '#platform/read-stream.ts';
import { ApiError } from '../services/api-error.ts';
import { attachment } from '../services/uploads/file-name.ts';

/** A client that takes nothing for so long has gone. */
const STALLED_MS = 120_000;

/**
 * Streams a stored object as a download, as fast as the client takes it.
 * @param parts.tag  names these bytes: with it GET and HEAD can ask for a part, or whether they are still the same
 * @param parts.from opens them again at a byte, so that what comes before a part is not read
 * @throws ApiError "precondition-failed" or "range-not-satisfiable"
 */
export async function sendDownload(
  request: Request,
  response: Response,
  stored: StoredObject,
  fileName: string,
  parts?: { readonly tag: string; readonly from: (start: number) => Promise<StoredObject> },
): Promise<void> {
  response.setHeader('Content-Type', stored.contentType);
  response.setHeader('Content-Disposition', attachment(fileName));
  response.setHeader('Cache-Control', 'no-store');
  response.setTimeout(STALLED_MS, () => response.destroy());
  let { body } = stored;
  try {
    const wanted = parts ? wantedPart(request, response, stored.bytes, `"${parts.tag}"`) : null;
    const part = wanted === 'unchanged' ? null : wanted;
    const bytes = part ? part.end - part.start + 1 : stored.bytes;
    if (wanted !== 'unchanged') response.setHeader('Content-Length', bytes);
    const isBodiless = request.method === 'HEAD' || wanted === 'unchanged';
    if (parts && !isBodiless && part && part.start > 0) {
      await abandon(body);
      ({ body } = await parts.from(part.start));
    }
    // Not until the body says that it has ended: a client that has its last byte may be gone by then.
    await pipeline(isBodiless ? [] : firstOf(body, bytes), response);
  } catch (error) {
    // A download that is cut off by its reader is no failure of ours.
    if (!response.destroyed || !response.headersSent) throw error;
  } finally {
    await abandon(body);
  }
}

async function* firstOf(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

interface Part {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * What of a body a GET or HEAD asks for, with the headers and the status that say so; null means all of it. Several parts
 * at once are answered with the whole. Source: RFC 9110, sections 13 and 14.
 */
function wantedPart(
  request: Request,
  response: Response,
  bytes: number,
  tag: string,
): Part | 'unchanged' | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  response.setHeader('ETag', tag);
  response.setHeader('Accept-Ranges', 'bytes');
  // Asked first: RFC 9110, section 13.2.2.
  const required = request.get('If-Match');
  if (required !== undefined && !isVerySame(required, tag)) throw new ApiError('precondition-failed');
  if (isSame(request.get('If-None-Match'), tag)) {
    response.status(304).removeHeader('Content-Type');
    return 'unchanged';
  }
  const condition = request.get('If-Range');
  if (request.method === 'HEAD' || (condition !== undefined && condition !== tag)) return null;
  const part = rangeOf(request, bytes);
  if (part === 'none') {
    response.setHeader('Content-Range', `bytes */${bytes}`);
    throw new ApiError('range-not-satisfiable');
  }
  if (part) response.status(206).setHeader('Content-Range', `bytes ${part.start}-${part.end}/${bytes}`);
  return part;
}

/** @returns null for all of it, "none" for what is not there */
function rangeOf(request: Request, bytes: number): Part | 'none' | null {
  // Of a shorter file the last so many bytes are all of it: section 14.1.2; for express they are none.
  const last = Number(/^bytes=-(\d+)$/.exec(request.get('Range') ?? '')?.[1]);
  if (last > bytes && bytes > 0) return { start: 0, end: bytes - 1 };
  const ranges = request.range(bytes);
  if (ranges === -1) return 'none';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0]!;
}

/** Compared weakly, as RFC 9110, section 13.1.2, asks; express heeds `no-cache` as well, which `fetch` adds by itself. */
function isSame(known: string | undefined, tag: string): boolean {
  return isVerySame((known ?? '').replace(/(^|[\s,])W\//g, '$1'), tag);
}

/** Compared strongly, as section 13.1.1 asks: a weak tag, which begins with W/, is the same as none. */
function isVerySame(known: string, tag: string): boolean {
  const tags = known.split(',').map((each) => each.trim());
  return tags.includes('*') || tags.includes(tag);
}
