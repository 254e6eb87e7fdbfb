import type { Request } from 'express';

/** Where people reach the site: as it is configured, else where the request was sent. */
export function publicOrigin(request: Request, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.get('host') ?? request.hostname}`;
}
