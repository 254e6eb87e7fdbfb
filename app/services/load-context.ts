import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import type { PublicConfig } from '../load-context.ts';

/**
 * What the web server hands to every loader and action. The platform comes this way and no other:
 * the server build carries its own copy of shared modules, and a second queue would be a lost one.
 */
export interface WebLoadContext {
  readonly platform: Platform;
  readonly publicConfig: PublicConfig;
  /** Goes on every script element of the page. */
  readonly cspNonce: string;
  readonly requestId: string;
  /** Address of the client, behind as many proxies as the operator trusts. */
  readonly clientAddress: string;
  /** Adds the request's id to each line. */
  readonly logger: Logger;
}

declare module '@remix-run/node' {
  interface AppLoadContext {
    readonly platform: Platform;
    readonly requestId: string;
    readonly clientAddress: string;
    readonly logger: Logger;
  }
}
