import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { systemClock, type Clock } from '#platform/clock.ts';
import { ApiError } from './api-error.ts';

/** Who is signed in, as the dashboard shows them. */
export interface SignedInUser {
  /** Google's `sub`: stays the same when the address changes. */
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly picture: string;
}

export const SESSION_ISSUER = 'featherpress';
export const SESSION_AUDIENCE = 'featherpress-session';
/** Audience of sessions that the demo identity provider vouched for: they end with demo sign-in. */
export const DEMO_SESSION_AUDIENCE = 'featherpress-demo-session';
const SESSION_SECONDS = 7 * 24 * 3_600;

const claimsSchema = z.object({
  sub: z.string().min(1),
  name: z.string(),
  email: z.string(),
  picture: z.string(),
});

/** Makes and reads our own session tokens: HS256, seven days. */
export interface SessionTokens {
  issue(user: SignedInUser): Promise<string>;
  /** @throws ApiError "unauthorized" when missing or not ours, "token-expired" when too old */
  verify(token: string | undefined): Promise<SignedInUser>;
}

export interface SessionTokensOptions {
  /** At least 32 characters. */
  readonly secret: string;
  /** Whether the demo identity provider vouches for people. Neither kind of session is valid where the other is made. */
  readonly isDemo: boolean;
  readonly clock?: Clock;
}

export function createSessionTokens(options: SessionTokensOptions): SessionTokens {
  const { secret, isDemo, clock = systemClock } = options;
  const audience = isDemo ? DEMO_SESSION_AUDIENCE : SESSION_AUDIENCE;
  const key = new TextEncoder().encode(secret);
  return {
    issue: ({ subject, name, email, picture }) => {
      const now = Math.floor(clock.now() / 1_000);
      return new SignJWT({ name, email, picture })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(SESSION_ISSUER)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt(now)
        .setExpirationTime(now + SESSION_SECONDS)
        .sign(key);
    },
    async verify(token) {
      if (!token) throw new ApiError('unauthorized');
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: SESSION_ISSUER,
          audience,
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(clock.now()),
        });
        const { sub, ...shown } = claimsSchema.parse(payload);
        return { subject: sub, ...shown };
      } catch (error) {
        // The cause would carry the token's claims into the log.
        throw new ApiError(error instanceof errors.JWTExpired ? 'token-expired' : 'unauthorized');
      }
    },
  };
}

/** The token of an `Authorization: Bearer` header. Source: RFC 6750, section 2.1. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1];
}
