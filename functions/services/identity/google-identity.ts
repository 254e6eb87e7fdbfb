import { OAuth2Client, type TokenPayload } from 'google-auth-library';
import { ApiError } from '../api-error.ts';
import type { SignedInUser } from './session-tokens.ts';

/** Checks the ID tokens of the Google sign-in widget. */
export interface GoogleIdentity {
  /**
   * @returns the person whom the credential names
   * @throws ApiError "invalid-credential" when it is no token at all, "google-authentication-failed" when it
   *         does not hold (signature, issuer, audience, time, address not verified, used before), "unavailable" when
   *         Google's certificates cannot be had
   */
  verify(credential: unknown): Promise<SignedInUser>;
}

interface GoogleIdentityOptions {
  /** The only audience that is taken. */
  readonly clientId: string;
  /** Where the certificates are: key id to PEM [Google's own]. */
  readonly certificatesUrl?: () => string;
  /** Takes the credential of this id (`jti`). @returns false when it may not be used (again) [each may, for its hour] */
  readonly take?: (id: string | undefined) => boolean;
}

const MAX_CREDENTIAL_LENGTH = 8_192;

export function createGoogleIdentity(options: GoogleIdentityOptions): GoogleIdentity {
  const { clientId, certificatesUrl, take = () => true } = options;
  let client: OAuth2Client | undefined;
  return {
    async verify(credential) {
      if (!isToken(credential)) throw new ApiError('invalid-credential');
      client ??= new OAuth2Client({
        clientId,
        ...(certificatesUrl ? { endpoints: { oauth2FederatedSignonPemCertsUrl: certificatesUrl() } } : {}),
      });
      await loadCertificates(client);
      try {
        const ticket = await client.verifyIdToken({ idToken: credential, audience: clientId });
        const payload = ticket.getPayload() as (TokenPayload & { jti?: string }) | undefined;
        if (!take(payload?.jti)) throw new ApiError('google-authentication-failed');
        return userOf(payload);
      } catch {
        // The library's messages quote the token, so they go nowhere.
        throw new ApiError('google-authentication-failed');
      }
    },
  };
}

/** Asked for before the check, so that an outage is not taken for a false token; the library keeps them for the check. */
async function loadCertificates(client: OAuth2Client): Promise<void> {
  try {
    await client.getFederatedSignonCertsAsync();
  } catch (cause) {
    throw new ApiError('unavailable', { cause });
  }
}

function isToken(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= MAX_CREDENTIAL_LENGTH && /^[\w-]+(\.[\w-]+){2}$/.test(value)
  );
}

function userOf(
  payload:
    { sub?: string; email?: string; email_verified?: boolean; name?: string; picture?: string } | undefined,
): SignedInUser {
  if (!payload?.sub || !payload.email || payload.email_verified !== true) {
    throw new ApiError('google-authentication-failed');
  }
  return {
    subject: payload.sub,
    email: payload.email,
    name: payload.name ?? payload.email,
    picture: payload.picture ?? '',
  };
}
