import type { IncomingMessage } from 'node:http';
import type { Router } from 'express';
import { createDomains, type DomainOptions } from './create-domains.ts';
import { exceedsBodyLimit } from './http/body-length.ts';
import { createEventStreams } from './http/event-streams.ts';
import { apiRouter } from './routes/api-router.ts';
import { DEMO_CERTIFICATES_PATH } from './routes/auth-routes.ts';

interface ApiOptions extends Omit<DomainOptions, 'certificatesUrl'> {
  /** Where this machine reaches the server; known once it listens. */
  readonly localUrl: () => string;
}

export interface Api {
  readonly router: Router;
  /** Whether a request declares a body longer than its path accepts. */
  isTooLong(request: IncomingMessage): boolean;
  /** Ends the streams of events, which would otherwise hold up a server that closes. */
  endStreams(): void;
  close(): Promise<void>;
}

/** Constructs the domains of the API and mounts their routes. */
export async function createApi({ localUrl, ...options }: ApiOptions): Promise<Api> {
  const certificatesUrl = () => localUrl() + DEMO_CERTIFICATES_PATH;
  const domains = await createDomains({ ...options, certificatesUrl });
  const streams = createEventStreams();
  return {
    router: apiRouter({ ...options, domains, streams }),
    isTooLong: (request) => exceedsBodyLimit(request, options.config.maxFileBytes),
    endStreams: () => streams.endAll(),
    close: () => domains.close(),
  };
}
