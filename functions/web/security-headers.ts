import { hash, randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { ISOLATED_PATHS, ISOLATION_HEADERS } from '#platform/contracts/isolation.ts';
import { PRERENDER_RULES } from '#platform/contracts/prerender-rules.ts';
import { WORKER_HEADERS } from '#platform/contracts/worker-policy.ts';

const PRERENDER_HASH = hash('sha256', PRERENDER_RULES, 'base64');

interface SecurityOptions {
  /** Google's sign-in script, frame and styles are let in. */
  readonly googleSignIn: boolean;
  /** Google Analytics is let in. */
  readonly analytics: boolean;
  /** People reach the site by https, so browsers shall insist on it. */
  readonly https: boolean;
  /** Vite's development client is served: it needs its inline scripts. */
  readonly development: boolean;
}

/** The nonce of this answer; every inline script of a page carries it. */
export function nonceOf(response: Response): string {
  return (response.locals as { cspNonce: string }).cspNonce;
}

/** Sets what protects visitors on every answer, and makes the page's nonce. */
export function securityHeaders(options: SecurityOptions): RequestHandler {
  const fixed: Record<string, string> = {
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Google's sign-in popup must be able to answer its opener.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), ' +
      'identity-credentials-get=(self "https://accounts.google.com")',
    ...(options.https ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
  return (request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    (response.locals as { cspNonce: string }).cspNonce = nonce;
    for (const [name, value] of Object.entries(fixed)) response.setHeader(name, value);
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, options));
    for (const [name, value] of Object.entries(headersOfPlace(request, options.development)))
      response.setHeader(name, value);
    next();
  };
}

/** What some addresses have beside or in place of the usual headers. */
function headersOfPlace({ path, query }: Request, development: boolean): Readonly<Record<string, string>> {
  if (ISOLATED_PATHS.has(path)) return ISOLATION_HEADERS;
  // Vite's development server marks scripts of workers so; a build names them, see static-assets.ts.
  if (development && query.worker_file !== undefined) return WORKER_HEADERS;
  return {};
}

/**
 * The policy for one answer. Scripts run only from this origin or with the nonce, so that injected markup
 * cannot read the session token; rules of prerendering are let in by their hash. Styles may be inline: the toaster and
 * the dialogs insert their own.
 * Source for the accounts.google.com entries: Google Identity Services, "Content Security Policy".
 */
export function contentSecurityPolicy(nonce: string, options: SecurityOptions): string {
  const google = (path: string) => (options.googleSignIn ? [`https://accounts.google.com/gsi/${path}`] : []);
  const analytics = (...hosts: string[]) => (options.analytics ? hosts : []);
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      `'nonce-${nonce}'`,
      `'sha256-${PRERENDER_HASH}'`,
      ...google('client'),
      ...analytics('https://www.googletagmanager.com'),
    ],
    'style-src': ["'self'", "'unsafe-inline'", ...google('style')],
    // Profile pictures come from Google; results and previews are blobs of the page.
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      ...(options.googleSignIn ? ['https://*.googleusercontent.com'] : []),
      ...analytics('https://*.google-analytics.com', 'https://www.googletagmanager.com'),
    ],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'connect-src': [
      "'self'",
      'blob:',
      ...google(''),
      ...analytics('https://*.google-analytics.com', 'https://*.analytics.google.com'),
      ...(options.development ? ['ws:'] : []),
    ],
    'frame-src': options.googleSignIn ? google('') : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(options.https ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
