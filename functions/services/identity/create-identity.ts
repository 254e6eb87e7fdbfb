import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createApiKeys, type ApiKeys } from './api-keys/api-keys.ts';
import { createKeyUses, type KeyUses } from './api-keys/key-uses.ts';
import { identityProviders, type IdentityProviders } from './identity-providers.ts';
import { sessionSecrets } from './session-secrets.ts';
import { createSessionTokens, type SessionTokens } from './session-tokens.ts';
import { createSignOuts, type SignOuts } from './sign-outs.ts';

/** Who clients are: sign-in, sessions and API keys. */
export interface Identity {
  readonly providers: IdentityProviders;
  readonly sessions: SessionTokens;
  readonly signOuts: SignOuts;
  readonly keys: ApiKeys;
  readonly keyUses: KeyUses;
  /** The first signs, all are taken. */
  readonly secrets: readonly [string, ...string[]];
}

interface IdentityOptions {
  readonly config: Config;
  readonly platform: Pick<Platform, 'objects' | 'expiringCounters'>;
  readonly logger: Logger;
  /** Where the demo provider shows its certificates. */
  readonly certificatesUrl: () => string;
}

export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { config, platform, logger, certificatesUrl } = options;
  const secrets = await sessionSecrets(config, logger);
  const providers = await identityProviders(config, logger, certificatesUrl);
  const signOuts = createSignOuts({ objects: platform.objects });
  return {
    providers,
    sessions: createSessionTokens({ secrets, isDemo: providers.demo !== undefined, signOuts }),
    signOuts,
    keys: createApiKeys({ objects: platform.objects }),
    keyUses: createKeyUses({ expiringCounters: platform.expiringCounters, logger }),
    secrets: [secrets[0]!, ...secrets.slice(1)],
  };
}
