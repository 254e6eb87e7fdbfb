import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT, type JSONWebKeySet, type JWK } from 'jose';
import { z } from 'zod';
import { systemClock, type Clock } from '#platform/clock.ts';
import { ApiError } from '../api-error.ts';

/** Audience of demo credentials, in the place of a Google client id. */
export const DEMO_CLIENT_ID = 'featherpress-demo';
const CREDENTIAL_SECONDS = 300;

const profileSchema = z.object({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(100),
  picture: z
    .string()
    .max(2_000)
    .regex(/^(https:\/\/|data:image\/|\/)/)
    .optional(),
});

/** A stand-in for Google on the developer's own machine. Its credentials pass the same checks as Google's. */
export interface DemoIdentity {
  /** @returns an RS256 ID token for the person of the profile @throws ApiError "invalid-request" */
  issue(profile: unknown): Promise<string>;
  /** Takes a credential by its id (`jti`). @returns false for one that was taken before, or that another process has made */
  take(id: string | undefined): boolean;
  /** Its public key, as Google publishes its own. */
  certificates(): JSONWebKeySet;
}

/** A new key in PEM, to be kept. */
export function createDemoKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Whether a kept key can be read. */
export function isDemoKey(privateKeyPem: string): boolean {
  try {
    return createPrivateKey(privateKeyPem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

export function createDemoIdentity(privateKeyPem: string, clock: Clock = systemClock): DemoIdentity {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKey);
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
  /** When each credential ends that was not taken yet, in ms since 1970. */
  const open = new Map<string, number>();
  return {
    async issue(input) {
      const profile = profileSchema.safeParse(input);
      if (!profile.success) {
        throw new ApiError('invalid-request', {
          message: 'A demo account needs an email address and a name.',
        });
      }
      const { email, name, picture } = profile.data;
      const [now, id] = [clock.now(), randomUUID()];
      for (const [other, endsAt] of open) if (endsAt <= now) open.delete(other);
      open.set(id, now + CREDENTIAL_SECONDS * 1_000);
      return new SignJWT({ email, email_verified: true, name, ...(picture ? { picture } : {}) })
        .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
        .setIssuer('https://accounts.google.com')
        .setAudience(DEMO_CLIENT_ID)
        .setSubject(`demo-${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 20)}`)
        .setJti(id)
        .setIssuedAt(Math.floor(now / 1_000))
        .setExpirationTime(Math.floor(now / 1_000) + CREDENTIAL_SECONDS)
        .sign(privateKey);
    },
    take: (id) => id !== undefined && open.delete(id),
    certificates: () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId } as JWK] }),
  };
}
