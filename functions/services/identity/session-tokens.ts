import { errors, SignJWT } from 'jose';
import { z } from 'zod';
import { systemClock, type Clock } from '#platform/clock.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { accountIdOf } from './account-id.ts';
import { ApiError, isApiError } from '../api-error.ts';
import { signingKey, verifyWithAny } from './signing-secrets.ts';
import type { SignOuts } from './sign-outs.ts';

/** Who is signed in, as the dashboard shows them. */
export interface SignedInUser {
  /** Google's `sub`: stays the same when the address changes. */
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly picture: string;
}

/** A signed-in user with the id of the account in the store, see account-id.ts. */
interface VerifiedUser extends SignedInUser {
  readonly accountId: string;
}

export const SESSION_ISSUER = 'featherpress';
const SESSION_AUDIENCE = 'featherpress-session';
/** Audience of sessions that the demo identity provider vouched for: they end with demo sign-in. */
export const DEMO_SESSION_AUDIENCE = 'featherpress-demo-session';
const SESSION_SECONDS = OPERATING_LIMITS.sessionSeconds;

const claimsSchema = z.object({
  sub: z.string().min(1),
  name: z.string(),
  email: z.string(),
  picture: z.string(),
  /** The last time before it that its account was signed out everywhere, in ms since 1970; missing means never. */
  after: z.number().optional(),
});

/** Makes and reads our own session tokens: HS256, seven days. */
export interface SessionTokens {
  issue(user: SignedInUser): Promise<string>;
  /** @throws ApiError "unauthorized" when missing, not ours or signed out, "token-expired" when too old */
  verify(token: string | undefined): Promise<VerifiedUser>;
}

interface SessionTokensOptions {
  /** Each at least 32 characters. The first signs; tokens that any of them signed are taken. */
  readonly secrets: readonly string[];
  /** Whether the demo identity provider vouches for people. Neither kind of session is valid where the other is made. */
  readonly isDemo: boolean;
  /** [no account is signed out] */
  readonly signOuts?: Pick<SignOuts, 'lastOf' | 'readLastOf'>;
  readonly clock?: Clock;
}

export function createSessionTokens(options: SessionTokensOptions): SessionTokens {
  const { secrets, isDemo, signOuts, clock = systemClock } = options;
  const audience = isDemo ? DEMO_SESSION_AUDIENCE : SESSION_AUDIENCE;
  const accountOf = (subject: string) => accountIdOf(isDemo ? 'demo' : 'google', subject);
  return {
    issue: async ({ subject, name, email, picture }) => {
      const now = Math.floor(clock.now() / 1_000);
      const after = await signOuts?.readLastOf(accountOf(subject));
      return new SignJWT({ name, email, picture, ...(after ? { after } : {}) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(SESSION_ISSUER)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt(now)
        .setExpirationTime(now + SESSION_SECONDS)
        .sign(signingKey(secrets));
    },
    async verify(token) {
      if (!token) throw new ApiError('unauthorized');
      try {
        const payload = await verifyWithAny(token, secrets, {
          issuer: SESSION_ISSUER,
          audience,
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(clock.now()),
        });
        const { sub, after = 0, ...shown } = claimsSchema.parse(payload);
        const accountId = accountOf(sub);
        if (after < ((await signOuts?.lastOf(accountId)) ?? 0)) throw new ApiError('unauthorized');
        return { subject: sub, accountId, ...shown };
      } catch (error) {
        if (isApiError(error)) throw error;
        // The cause would carry the token's claims into the log.
        throw new ApiError(error instanceof errors.JWTExpired ? 'token-expired' : 'unauthorized');
      }
    },
  };
}
