import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { API_SCOPES, type ApiScope } from '#platform/contracts/api/scopes.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import { openStores } from '#platform/create-platform.ts';
import { createLogger } from '#platform/logger.ts';
import { isApiError } from './services/api-error.ts';
import { createApiKeys } from './services/identity/api-keys/api-keys.ts';
import type { ApiKeyRecord } from './services/identity/api-keys/key-records.ts';
import { shownPrefixOf } from './services/identity/api-keys/key-text.ts';
import { createKeyUses } from './services/identity/api-keys/key-uses.ts';

const USAGE = `Keys of the operator, for programs that call the API.

  npm run -s keys -- create --name NAME [--scopes LIST] [--tier TIER] [--files-per-day N] [--expires DAYS]
  npm run -s keys -- list
  npm run -s keys -- revoke ID

  --scopes         of ${API_SCOPES.join(', ')} [compress,jobs:read]
  --tier           limits that hold for the key: key, or another one of LIMIT_TIERS [key]
  --files-per-day  a quota of its own beside that of the tier
  --expires        days after which the key is refused, 1 to 3650 [never]

Reads the same environment as the server, which may run meanwhile. The key itself is printed once, alone on standard output.`;

const OPTIONS = {
  name: { type: 'string' },
  scopes: { type: 'string' },
  tier: { type: 'string' },
  'files-per-day': { type: 'string' },
  expires: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const DAY_MS = 86_400_000;

/** The command was not understood; the message says what was expected. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Values = ReturnType<typeof parse>['values'];

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const [command, ...rest] = positionals;
  if (values.help || command === undefined) return console.log(USAGE);
  if (!['create', 'list', 'revoke'].includes(command))
    throw new UsageError(`expected create, list or revoke but received "${command}"`);
  if (rest.length !== (command === 'revoke' ? 1 : 0))
    throw new UsageError(
      `expected ${command === 'revoke' ? 'the id of one key' : 'nothing more'} after ${command}`,
    );
  const config = readConfig(undefined, 'worker');
  await refuseForeignFolder(config);
  const stores = await openStores(config);
  const keys = createApiKeys(stores);
  try {
    if (command === 'create') await create(keys, values, config);
    else if (command === 'list') await list(keys, createKeyUses({ ...stores, logger: createLogger() }));
    else await revoke(keys, rest[0]!);
  } finally {
    await stores.close();
  }
}

function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function create(keys: ReturnType<typeof createApiKeys>, values: Values, config: Config): Promise<void> {
  const name = values.name?.trim() ?? '';
  if (name === '' || name.length > 60) throw new UsageError('expected --name with 1 to 60 characters');
  const tier = values.tier ?? 'key';
  const tiers = Object.keys(config.rateLimits.tiers);
  if (!tiers.includes(tier))
    throw new UsageError(`expected --tier as one of ${tiers.join(', ')} but received "${tier}"`);
  const days = wholeNumber('expires', values.expires, 3_650);
  const { record, text } = await keys.create({
    name,
    scopes: scopesOf(values.scopes ?? 'compress,jobs:read'),
    tier,
    filesPerDay: wholeNumber('files-per-day', values['files-per-day'], 1e9),
    expiresAt: days === undefined ? undefined : new Date(Date.now() + days * DAY_MS).toISOString(),
  });
  console.error(`Made the key ${record.id} for "${name}". It is shown this once:`);
  console.log(text);
}

function scopesOf(list: string): ApiScope[] {
  const scopes = list.split(',').map((each) => each.trim());
  const wrong = scopes.find((scope) => !API_SCOPES.includes(scope as ApiScope));
  if (wrong !== undefined)
    throw new UsageError(`expected --scopes of ${API_SCOPES.join(', ')} but received "${wrong}"`);
  return [...new Set(scopes as ApiScope[])];
}

function wholeNumber(option: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new UsageError(`expected --${option} as a whole number from 1 to ${most} but received "${text}"`);
}

async function list(
  keys: ReturnType<typeof createApiKeys>,
  uses: ReturnType<typeof createKeyUses>,
): Promise<void> {
  const records = await keys.all();
  if (records.length === 0) return console.log('There are no keys.');
  const rows = await Promise.all(records.map((record) => rowOf(record, uses)));
  const head = [
    'ID',
    'NAME',
    'BEGINS',
    'MADE BY',
    'SCOPES',
    'TIER',
    'FILES A DAY',
    'CREATED',
    'EXPIRES',
    'LAST USE',
  ];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    );
}

async function rowOf(record: ApiKeyRecord, uses: ReturnType<typeof createKeyUses>): Promise<string[]> {
  const lastUse = await uses.lastUse(record.id);
  return [
    record.id,
    // People type names on the dashboard; a terminal would act on some characters.
    record.name.replace(/\p{C}/gu, '?'),
    shownPrefixOf(record.id),
    record.madeBy === 'operator' ? 'operator' : `account ${record.accountId}`,
    record.scopes.join(','),
    record.tier,
    String(record.filesPerDay ?? 'any'),
    record.createdAt.slice(0, 10),
    record.expiresAt?.slice(0, 10) ?? 'never',
    lastUse?.slice(0, 16).replace('T', ' ') ?? 'never',
  ];
}

async function revoke(keys: ReturnType<typeof createApiKeys>, id: string): Promise<void> {
  const bare = /^(?:fp_live_)?([0-9A-Za-z]{12})/.exec(id)?.[1] ?? '';
  if (!(await keys.revoke(bare))) throw new UsageError('there is no such key: npm run -s keys -- list');
  console.log(`Revoked the key ${bare}. Servers refuse it within two seconds.`);
}

/** The server could not read what another account had made there. */
async function refuseForeignFolder(config: Config): Promise<void> {
  if (config.mode !== 'embedded') return;
  const owner = (await stat(config.dataDir).catch(() => null))?.uid;
  if (owner === undefined || process.getuid?.() === undefined || owner === process.getuid()) return;
  throw new UsageError(
    `${config.dataDir} belongs to another account (number ${owner}). Run this command as that account: the server could not read what this one makes`,
  );
}

main().catch((error: unknown) => {
  const isTold = error instanceof UsageError || error instanceof ConfigError || isApiError(error);
  console.error(isTold ? `keys: ${error.message}` : ((error as Error).stack ?? error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
