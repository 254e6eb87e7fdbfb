import express, { type Request, type Router } from 'express';
import { ApiError } from '../../app/services/api-error.server.ts';
import { bearerToken, type SessionTokens } from '../../app/services/session-tokens.server.ts';
import type { ShareService } from '../../app/services/share-service.server.ts';
import { handle } from '../web/request-facts.ts';
import { clientGone } from './client-gone.ts';
import { jsonBody } from './json-body.ts';
import { notAllowed } from './not-allowed.ts';
import { sendDownload } from './send-download.ts';
import type { UploadLimits } from './upload-limits.ts';

export interface ShareParts {
  readonly shares: ShareService;
  readonly sessions: SessionTokens;
  readonly limits: Pick<UploadLimits, 'countRequest'>;
  readonly publicUrl: string | undefined;
}

/** Making links to results, and opening them. */
export function shareRoutes({ shares, sessions, limits, publicUrl }: ShareParts): Router {
  const router = express.Router();
  router
    .route('/api/shares')
    .post(
      jsonBody('invalid-request'),
      handle(async (request, response) => {
        await sessions.verify(bearerToken(request.headers.authorization));
        await limits.countRequest(request, response);
        const { id, expiresAt } = await shares.create((request.body as { jobId?: unknown }).jobId);
        response.setHeader('Cache-Control', 'no-store');
        response.status(201).json({ url: `${publicUrl ?? ownOrigin(request)}/s/${id}`, expiresAt });
      }),
    )
    .all(notAllowed('POST'));
  router.get(
    '/s/:id',
    handle(async (request, response, next) => {
      const shared = await shares.open(String(request.params.id ?? ''), clientGone(response));
      if (shared) {
        // Whoever has the address may have the file; search engines may not.
        response.setHeader('X-Robots-Tag', 'noindex');
        response.setHeader('Referrer-Policy', 'no-referrer');
        return sendDownload(request, response, shared.file, shared.fileName);
      }
      // A person gets the site's own page, which has no such address either.
      if (request.accepts(['json', 'html']) === 'html') return next();
      throw new ApiError('expired');
    }),
  );
  return router;
}

function ownOrigin(request: Request): string {
  return `${request.protocol}://${request.get('host') ?? request.hostname}`;
}
