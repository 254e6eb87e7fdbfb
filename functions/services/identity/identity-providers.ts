import type { Config } from '#platform/config.ts';
import type { Logger } from '#platform/logger.ts';
import { localSecret } from '../../local-secrets.ts';
import {
  createDemoIdentity,
  createDemoKey,
  DEMO_CLIENT_ID,
  isDemoKey,
  type DemoIdentity,
} from './demo-identity.ts';
import { createGoogleIdentity, type GoogleIdentity } from './google-identity.ts';

/** Who vouches for people that sign in. */
export interface IdentityProviders {
  /** Undefined where people cannot sign in. */
  readonly google: GoogleIdentity | undefined;
  readonly demo: DemoIdentity | undefined;
}

/**
 * Google where a client id is set; else, on the developer's own machine, the demo provider behind the same checks.
 * @param certificatesUrl where the demo provider shows its certificates
 */
export async function identityProviders(
  config: Config,
  logger: Logger,
  certificatesUrl: () => string,
): Promise<IdentityProviders> {
  if (config.googleClientId !== undefined)
    return { google: createGoogleIdentity({ clientId: config.googleClientId }), demo: undefined };
  if (!config.demoSignIn || config.mode !== 'embedded') return { google: undefined, demo: undefined };
  for (const warning of config.warnings) logger.warn('demo-sign-in.open', { warning });
  const key = await localSecret({
    dataDir: config.dataDir,
    name: 'demo-identity.pem',
    create: createDemoKey,
    isUsable: isDemoKey,
    logger,
  });
  const demo = createDemoIdentity(key);
  return {
    google: createGoogleIdentity({ clientId: DEMO_CLIENT_ID, certificatesUrl, take: demo.take }),
    demo,
  };
}
