import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';

/** The key that signs: of the first secret. */
export function signingKey(secrets: readonly string[]): Uint8Array {
  return new TextEncoder().encode(secrets[0]);
}

/**
 * The claims of a token that one of the secrets signed (HS256). Secrets are changed by putting a new one before the old
 * one: what was signed before stays good.
 * @throws the error of jose for a token that none of them signed, or that is not as expected
 */
export async function verifyWithAny(
  token: string,
  secrets: readonly string[],
  expected: JWTVerifyOptions,
): Promise<JWTPayload> {
  let failure: unknown;
  for (const secret of secrets) {
    try {
      const key = new TextEncoder().encode(secret);
      return (await jwtVerify(token, key, { ...expected, algorithms: ['HS256'] })).payload;
    } catch (error) {
      failure = error;
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw failure;
}
