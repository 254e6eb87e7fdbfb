import { randomBytes } from 'node:crypto';
import type { Config } from '#platform/config.ts';
import { MIN_SECRET_CHARACTERS } from '#platform/config-schema.ts';
import type { Logger } from '#platform/logger.ts';
import { localSecret } from '../../local-secrets.ts';

/**
 * Secrets that sessions and upload tokens are signed with: JWT_SECRET, else one that the data folder keeps.
 * @returns the first signs, all are taken
 */
export async function sessionSecrets(config: Config, logger: Logger): Promise<readonly string[]> {
  if (config.jwtSecrets !== undefined) return config.jwtSecrets;
  if (config.mode === 'distributed')
    throw new Error('Expected JWT_SECRET in distributed mode but it is not set');
  const kept = await localSecret({
    dataDir: config.dataDir,
    name: 'session-secret',
    create: () => randomBytes(48).toString('base64url'),
    isUsable: (text) => linesOf(text).every((line) => line.length >= MIN_SECRET_CHARACTERS),
    logger,
  });
  return linesOf(kept);
}

/** A secret a line, the newest first. */
function linesOf(kept: string): string[] {
  return kept.trim().split(/\s*\n\s*/);
}
