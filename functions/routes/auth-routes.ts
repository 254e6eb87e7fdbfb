import express, { type RequestHandler, type Router } from 'express';
import type { ProfileAnswer, TokenAnswer } from '#platform/contracts/api/answers.ts';
import { credentialOf } from '../http/credential.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { comesFromThisMachine } from '../http/this-machine.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError } from '../services/api-error.ts';
import type { DemoIdentity } from '../services/identity/demo-identity.ts';
import type { GoogleIdentity } from '../services/identity/google-identity.ts';
import type { SessionTokens } from '../services/identity/session-tokens.ts';

interface AuthDependencies {
  readonly sessions: SessionTokens;
  readonly limits: Pick<UploadLimits, 'countRequest'>;
  /** Undefined where sign-in is not configured. */
  readonly google: GoogleIdentity | undefined;
  /** Set only while the local demo identity provider exists. */
  readonly demo: DemoIdentity | undefined;
  /** Whether the demo identity provider answers direct clients on this machine only. */
  readonly thisMachineOnly: boolean;
}

/** Signing in, and what only signed-in people see. */
export function authRoutes(dependencies: AuthDependencies): Router {
  const { sessions, limits, google, demo, thisMachineOnly } = dependencies;
  const router = express.Router();
  router
    .route('/api/auth/google')
    .post(jsonBody('invalid-credential'), async (request, response) => {
      await limits.countRequest(request, response);
      const { credential } = request.body as { credential?: unknown };
      if (!google) throw new ApiError('google-authentication-failed');
      const user = await google.verify(credential);
      response.setHeader('Cache-Control', 'no-store');
      const answer: TokenAnswer = { token: await sessions.issue(user) };
      response.json(answer);
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/protected/dashboard')
    .get(async (request, response) => {
      const { name, email, picture } = await sessions.verify(credentialOf(request));
      response.setHeader('Cache-Control', 'no-store');
      const answer: ProfileAnswer = { user: { name, picture, email } };
      response.json(answer);
    })
    .all(methodNotAllowed('GET, HEAD'));
  if (thisMachineOnly) router.use('/dev/identity', onlyThisMachine);
  if (demo) router.use(demoRoutes(demo, limits));
  else router.use('/dev/identity', notThere);
  return router;
}

const notThere: RequestHandler = () => {
  throw new ApiError('not-found');
};

/** A client of the demo provider can sign in as anyone. */
const onlyThisMachine: RequestHandler = (request, _response, next) => {
  if (comesFromThisMachine(request)) return next();
  throw new ApiError('not-found', {
    message: 'Demo sign-in answers this machine only, directly and under a name such as localhost.',
  });
};

/** Path of the demo provider's public keys. */
export const DEMO_CERTIFICATES_PATH = '/dev/identity/certificates';

function demoRoutes(demo: DemoIdentity, limits: AuthDependencies['limits']): Router {
  const router = express.Router();
  router.get(DEMO_CERTIFICATES_PATH, (_request, response) => {
    response.setHeader('Cache-Control', 'public, max-age=3600');
    response.json(demo.certificates());
  });
  router
    .route('/dev/identity')
    .post(jsonBody('invalid-request'), async (request, response) => {
      await limits.countRequest(request, response);
      response.setHeader('Cache-Control', 'no-store');
      response.json({ credential: await demo.issue(request.body) });
    })
    .all(methodNotAllowed('POST'));
  return router;
}
