import express, { type Request, type Response, type Router } from 'express';
import type { ShareAnswer, ShareListAnswer } from '#platform/contracts/api/answers.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { sendDownload } from '../http/send-download.ts';
import { accountOf } from '../limits/client-identity.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError } from '../services/api-error.ts';
import type { ShareService } from '../services/shares/share-service.ts';

interface ShareDependencies {
  readonly shares: ShareService;
  readonly limits: Pick<UploadLimits, 'countRequest' | 'clientOf'>;
  readonly publicUrl: string | undefined;
}

/** Making, listing and revoking links to results, and opening them. Who may call is checked by access-guard.ts. */
export function shareRoutes({ shares, limits, publicUrl }: ShareDependencies): Router {
  const urlOf = (request: Request, id: string) => `${publicUrl ?? ownOrigin(request)}/s/${id}`;
  const router = express.Router();
  router
    .route('/api/shares')
    .post(jsonBody('invalid-request'), async (request, response) => {
      await limits.countRequest(request, response);
      const { id, expiresAt } = await shares.create(
        request.body,
        accountOf(request),
        await limits.clientOf(request),
      );
      response.setHeader('Cache-Control', 'no-store');
      const answer: ShareAnswer = { id, url: urlOf(request, id), expiresAt };
      response.status(201).json(answer);
    })
    .get(async (request, response) => {
      await limits.countRequest(request, response);
      const own = await shares.ofAccount(accountOf(request));
      response.setHeader('Cache-Control', 'no-store');
      const answer: ShareListAnswer = {
        shares: own.map((share) => ({ ...share, url: urlOf(request, share.id) })),
      };
      response.json(answer);
    })
    .all(methodNotAllowed('GET, POST'));
  router
    .route('/api/shares/:id')
    .delete(async (request, response) => {
      await limits.countRequest(request, response);
      if (!(await shares.end(String(request.params.id ?? ''), accountOf(request))))
        throw new ApiError('expired', { message: 'You have no such link, or it has expired.' });
      response.status(204).end();
    })
    .all(methodNotAllowed('DELETE'));
  router.get('/s/:id', async (request, response, next) => {
    const id = String(request.params.id ?? '');
    const signal = disconnectSignal(response);
    const shared = await shares.open(id, signal);
    if (shared) {
      // The address is the permission to download; search engines get none.
      response.setHeader('X-Robots-Tag', 'noindex');
      response.setHeader('Referrer-Policy', 'no-referrer');
      countDownload(request, response, () => shares.countDownload(id));
      return sendDownload(request, response, shared.file, shared.fileName, {
        tag: id,
        async from(start) {
          const again = await shares.open(id, signal, start);
          if (!again) throw new ApiError('expired');
          return again.file;
        },
      });
    }
    // A person gets the site's own page, which has no such address either.
    if (request.accepts(['json', 'html']) === 'html') return next();
    throw new ApiError('expired');
  });
  return router;
}

/** A file that is fetched in parts counts once, by its first part; a look at it does not count. */
function countDownload(request: Request, response: Response, count: () => void): void {
  if (request.method !== 'GET') return;
  response.once('finish', () => {
    const range = String(response.getHeader('Content-Range') ?? '');
    if (response.statusCode === 200 || (response.statusCode === 206 && range.startsWith('bytes 0-'))) count();
  });
}

function ownOrigin(request: Request): string {
  return `${request.protocol}://${request.get('host') ?? request.hostname}`;
}
