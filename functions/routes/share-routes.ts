import express, { type Request, type Response, type Router } from 'express';
import type { ShareAnswer, ShareListAnswer } from '#platform/contracts/api/answers.ts';
import { credentialOf } from '../http/credential.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { publicOrigin } from '../http/public-origin.ts';
import { wantsPage } from '../http/wants-page.ts';
import { sendDownload } from '../http/send-download.ts';
import { accountOf, clientIdentityOf } from '../limits/client-identity.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError } from '../services/api-error.ts';
import type { SessionTokens } from '../services/identity/session-tokens.ts';
import type { ShareService } from '../services/shares/share-service.ts';

/** As many results with their folders as a link may have. */
const parseShare = express.json({ limit: '1mb', strict: true });

interface ShareDependencies {
  readonly shares: ShareService;
  readonly limits: Pick<UploadLimits, 'countRequest' | 'clientOf'>;
  readonly sessions: Pick<SessionTokens, 'verify'>;
  readonly publicUrl: string | undefined;
}

/** Making, listing and revoking links to results, and opening them. Who may call is checked by access-guard.ts. */
export function shareRoutes({ shares, limits, sessions, publicUrl }: ShareDependencies): Router {
  const urlOf = (request: Request, id: string) => `${publicOrigin(request, publicUrl)}/s/${id}`;
  const router = express.Router();
  router
    .route('/api/shares')
    .post(jsonBody('invalid-request', parseShare), async (request, response) => {
      await limits.countRequest(request, response);
      const { id, expiresAt } = await shares.create(
        request.body,
        accountOf(request),
        await limits.clientOf(request),
        await nameOf(sessions, request),
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
    .all(methodNotAllowed('GET, HEAD, POST'));
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
    response.setHeader('Vary', 'Accept');
    // A person gets the site's own page, of the file or of a link that has expired; without pages the file itself.
    if (!request.app.enabled(PAGES) || !wantsPage(request)) return sendShared(request, response);
    const shared = await shares.describe(String(request.params.id ?? ''));
    response.locals[SHARED] = shared ?? undefined;
    if (shared) hideFromSearch(response);
    next();
  });
  router.get('/s/:id/file', sendShared);
  return router;

  async function sendShared(request: Request, response: Response): Promise<void> {
    const id = String(request.params.id ?? '');
    const signal = disconnectSignal(response);
    const shared = await shares.open(id, signal);
    if (!shared) throw new ApiError('expired');
    hideFromSearch(response);
    countDownload(request, response, () => shares.countDownload(id));
    await sendDownload(request, response, shared.file, shared.fileName, {
      tag: id,
      async from(start) {
        const again = await shares.open(id, signal, start);
        if (!again) throw new ApiError('expired');
        return again.file;
      },
    });
  }
}

/** Setting of the app: it has pages, and not an API alone. */
export const PAGES = 'pages';
/** Where a response carries what its page is about. */
export const SHARED = 'shared';

/** The address is the permission to download; search engines get none. */
function hideFromSearch(response: Response): void {
  response.setHeader('X-Robots-Tag', 'noindex');
  response.setHeader('Referrer-Policy', 'no-referrer');
}

/** A file that is fetched in parts counts once, by its first part; a look at it does not count, also not on its page. */
function countDownload(request: Request, response: Response, count: () => void): void {
  const isLook = request.get('Sec-Fetch-Dest') === 'image' || 'look' in request.query;
  if (request.method !== 'GET' || isLook) return;
  response.once('finish', () => {
    const range = String(response.getHeader('Content-Range') ?? '');
    if (response.statusCode === 200 || (response.statusCode === 206 && range.startsWith('bytes 0-'))) count();
  });
}

/** The name of a signed-in person; a key says of its owner nothing but the account. */
async function nameOf({ verify }: ShareDependencies['sessions'], request: Request) {
  if (clientIdentityOf(request).kind !== 'session') return undefined;
  return (await verify(credentialOf(request))).name;
}
