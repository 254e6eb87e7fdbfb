import express, { type Request, type Router } from 'express';
import type { ShareAnswer } from '#platform/contracts/api/answers.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { sendDownload } from '../http/send-download.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError } from '../services/api-error.ts';
import { bearerToken, type SessionTokens } from '../services/session-tokens.ts';
import type { ShareService } from '../services/share-service.ts';

export interface ShareDependencies {
  readonly shares: ShareService;
  readonly sessions: SessionTokens;
  readonly limits: Pick<UploadLimits, 'countRequest'>;
  readonly publicUrl: string | undefined;
}

/** Making links to results, and opening them. */
export function shareRoutes({ shares, sessions, limits, publicUrl }: ShareDependencies): Router {
  const router = express.Router();
  router
    .route('/api/shares')
    .post(jsonBody('invalid-request'), async (request, response) => {
      const { subject } = await sessions.verify(bearerToken(request.headers.authorization));
      await limits.countRequest(request, response);
      const { id, expiresAt } = await shares.create((request.body as { jobId?: unknown }).jobId, subject);
      response.setHeader('Cache-Control', 'no-store');
      const answer: ShareAnswer = { url: `${publicUrl ?? ownOrigin(request)}/s/${id}`, expiresAt };
      response.status(201).json(answer);
    })
    .all(methodNotAllowed('POST'));
  router.get('/s/:id', async (request, response, next) => {
    const shared = await shares.open(String(request.params.id ?? ''), disconnectSignal(response));
    if (shared) {
      // Whoever has the address may have the file; search engines may not.
      response.setHeader('X-Robots-Tag', 'noindex');
      response.setHeader('Referrer-Policy', 'no-referrer');
      return sendDownload(request, response, shared.file, shared.fileName, String(request.params.id));
    }
    // A person gets the site's own page, which has no such address either.
    if (request.accepts(['json', 'html']) === 'html') return next();
    throw new ApiError('expired');
  });
  return router;
}

function ownOrigin(request: Request): string {
  return `${request.protocol}://${request.get('host') ?? request.hostname}`;
}
