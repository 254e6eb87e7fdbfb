import type { IncomingMessage } from 'node:http';

/** Values of `Sec-Fetch-Site` that our own pages and people at their address bar send. */
const OWN_SITES: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Whether a request was made by a page of another origin. Browsers send `Origin` with all that changes something or that scripts
 * read, and `Sec-Fetch-Site` with everything; programs send neither.
 * Source: Fetch Metadata Request Headers, 2.4; Fetch, 3.2.
 * @param publicUrl where people reach the site [where the request was sent]
 */
export function isForeignPage(request: IncomingMessage, publicUrl?: string): boolean {
  const { origin, host } = request.headers;
  if (!OWN_SITES.includes(request.headers['sec-fetch-site'])) return true;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin) return false;
  return new URL(origin).host !== host;
}
