import '@remix-run/node';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import type { ResultKind } from '#engine/api/kinds.ts';
import type { ApiDescription } from './content/api/api-description.ts';

/** What the browser may know about the configuration. */
export interface PublicConfig {
  /** Set when people sign in with Google Identity Services. */
  readonly googleClientId?: string | undefined;
  /** True while the local demo identity provider answers at `POST /dev/identity`. */
  readonly demoSignIn: boolean;
  /** Analytics measurement id; nothing is loaded or recorded without it. */
  readonly analyticsId?: string | undefined;
  /** Origin under which the site is known, without a trailing slash; for canonical links. */
  readonly publicUrl?: string | undefined;
}

/** A file behind a link, as those see it who have the link. */
export interface SharedFile {
  readonly id: string;
  readonly fileName: string;
  readonly kind: ResultKind;
  /** How many; several are in a zip. */
  readonly files: number;
  /** The files of a zip. */
  readonly contents: readonly { readonly name: string; readonly bytes: number }[];
  /** Name of the person who shared it, where they gave it. */
  readonly sharedBy?: string | undefined;
  /** Null where the server does not know. */
  readonly bytes: number | null;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * What the web server hands to every loader and action. The platform is always taken from here: the server build
 * carries its own copy of shared modules, so a singleton there would be a second queue.
 */
export interface WebLoadContext {
  readonly platform: Platform;
  readonly publicConfig: PublicConfig;
  /** The OpenAPI document of the API, which its page shows. */
  readonly apiDescription: () => Promise<ApiDescription>;
  /** What the page behind a link is about; left out on all others, and where the link has expired. */
  readonly shared?: SharedFile | undefined;
  /** One per response; every script element of the page carries it. */
  readonly cspNonce: string;
  readonly requestId: string;
  /** Address of the client, behind as many proxies as the operator trusts. */
  readonly clientAddress: string;
  /** Adds the request's id to each line. */
  readonly logger: Logger;
}

declare module '@remix-run/node' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declaration merging takes an interface
  interface AppLoadContext extends WebLoadContext {}
}
