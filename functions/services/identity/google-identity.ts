import { createRemoteJWKSet, jwtVerify, type RemoteJWKSet } from 'jose';
import { ApiError } from '../api-error.ts';
import type { SignedInUser } from './session-tokens.ts';

/** Checks the ID tokens of the Google sign-in widget. */
export interface GoogleIdentity {
  /**
   * @returns the person whom the credential names
   * @throws ApiError "invalid-credential" when it is no token at all, "google-authentication-failed" when it
   *         does not hold (signature, issuer, audience, time, address not verified, used before), "unavailable" when
   *         Google's keys cannot be had
   */
  verify(credential: unknown): Promise<SignedInUser>;
}

interface GoogleIdentityOptions {
  /** The only audience that is taken. */
  readonly clientId: string;
  /** Where the keys are, as a JSON Web Key Set [Google's own]. */
  readonly certificatesUrl?: () => string;
  /** Takes the credential of this id (`jti`). @returns false when it may not be used (again) [each may, for its hour] */
  readonly take?: (id: string | undefined) => boolean;
}

/** Source: `jwks_uri` of https://accounts.google.com/.well-known/openid-configuration */
const GOOGLE_CERTIFICATES = 'https://www.googleapis.com/oauth2/v3/certs';

/** What Google's documentation of ID tokens asks for, and five minutes between two clocks. */
const CHECKS = {
  algorithms: ['RS256'],
  issuer: ['https://accounts.google.com', 'accounts.google.com'],
  requiredClaims: ['exp'],
  maxTokenAge: '1 day',
  clockTolerance: '5 minutes',
};

const MAX_CREDENTIAL_LENGTH = 8_192;

export function createGoogleIdentity(options: GoogleIdentityOptions): GoogleIdentity {
  const { clientId, certificatesUrl, take = () => true } = options;
  let keys: RemoteJWKSet | undefined;
  return {
    async verify(credential) {
      if (!isToken(credential)) throw new ApiError('invalid-credential');
      keys ??= createRemoteJWKSet(new URL(certificatesUrl?.() ?? GOOGLE_CERTIFICATES));
      await load(keys);
      try {
        const { payload } = await jwtVerify(credential, keys, { ...CHECKS, audience: clientId });
        if (!take(payload.jti)) throw new ApiError('google-authentication-failed');
        return userOf(payload);
      } catch {
        // The library's messages quote the token, so they go nowhere.
        throw new ApiError('google-authentication-failed');
      }
    },
  };
}

/** Asked for before the check, so that an outage is not taken for a false token; the library keeps them for the check. */
async function load(keys: RemoteJWKSet): Promise<void> {
  try {
    if (!keys.fresh) await keys.reload();
  } catch (cause) {
    throw new ApiError('unavailable', { cause });
  }
}

function isToken(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= MAX_CREDENTIAL_LENGTH && /^[\w-]+(\.[\w-]+){2}$/.test(value)
  );
}

/** Claims of an ID token that holds. Source: OpenID Connect Core 1.0, section 5.1. */
interface Claims {
  readonly sub?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly picture?: string;
}

function userOf(payload: Claims): SignedInUser {
  if (!payload.sub || !payload.email || payload.email_verified !== true) {
    throw new ApiError('google-authentication-failed');
  }
  return {
    subject: payload.sub,
    email: payload.email,
    name: payload.name ?? payload.email,
    picture: payload.picture ?? '',
  };
}
