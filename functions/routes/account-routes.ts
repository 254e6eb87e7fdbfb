import express, { type Response, type Router } from 'express';
import { readMonth } from '#platform/account-usage.ts';
import type { KeyAnswer, KeyListAnswer, NewKeyAnswer, UsageAnswer } from '#platform/contracts/api/answers.ts';
import { keyRequestSchema } from '#platform/contracts/api/requests.ts';
import type { LimitTiers } from '#platform/limit-tiers.ts';
import type { ExpiringCounters } from '#platform/ports/expiring-counters.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { accountOf, clientIdentityOf } from '../limits/client-identity.ts';
import type { DailyFiles } from '../limits/daily-files.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import { ApiError, fromBackend } from '../services/api-error.ts';
import type { ApiKeys } from '../services/identity/api-keys/api-keys.ts';
import type { ApiKeyRecord } from '../services/identity/api-keys/key-records.ts';
import { shownPrefixOf } from '../services/identity/api-keys/key-text.ts';
import type { KeyUses } from '../services/identity/api-keys/key-uses.ts';
import type { SignOuts } from '../services/identity/sign-outs.ts';

interface AccountDependencies {
  readonly keys: ApiKeys;
  readonly keyUses: KeyUses;
  readonly dailyFiles: DailyFiles;
  readonly expiringCounters: Pick<ExpiringCounters, 'read'>;
  readonly tiers: LimitTiers;
  readonly signOuts: SignOuts;
  readonly limits: Pick<UploadLimits, 'countRequest'>;
}

const DAY_MS = 86_400_000;
/** Tier of the keys that people make themselves. */
const OWN_KEY_TIER = 'key';

/** What belongs to an account: its keys, what it has used, its sessions. Who may call is checked by access-guard.ts. */
export function accountRoutes(dependencies: AccountDependencies): Router {
  const router = express.Router();
  router.use('/api', keyRoutes(dependencies));
  const { dailyFiles, expiringCounters, tiers, signOuts, limits } = dependencies;
  router
    .route('/api/usage')
    .get(async (request, response) => {
      const accountId = accountOf(request);
      const { apiKey, tier } = clientIdentityOf(request);
      const now = Date.now();
      const answer: UsageAnswer = {
        ...(await fromBackend(() => readMonth(expiringCounters, accountId, now))),
        today: {
          files: await fromBackend(() => dailyFiles.ofAccount(accountId)),
          filesPerDay: (tiers[tier] ?? tiers.key).filesPerDay,
          endsAt: new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS).toISOString(),
        },
        ...(apiKey
          ? {
              key: {
                files: await fromBackend(() => dailyFiles.ofKey(apiKey.id)),
                filesPerDay: apiKey.filesPerDay ?? null,
              },
            }
          : {}),
      };
      sendPrivate(response).json(answer);
    })
    .all(methodNotAllowed('GET, HEAD'));
  router
    .route('/api/sessions')
    .delete(async (request, response) => {
      await limits.countRequest(request, response);
      await signOuts.signOutEverywhere(accountOf(request));
      response.status(204).end();
    })
    .all(methodNotAllowed('DELETE'));
  return router;
}

function keyRoutes({ keys, keyUses, dailyFiles, limits }: AccountDependencies): Router {
  const answerOf = async (record: ApiKeyRecord): Promise<KeyAnswer> => {
    const { id, name, scopes, filesPerDay, createdAt, expiresAt } = record;
    // Lists are shown while the counts are away as well.
    const [lastUsedAt, filesToday] = await Promise.all([
      keyUses.lastUse(id).catch(() => undefined),
      dailyFiles.ofKey(id).catch(() => 0),
    ]);
    return {
      id,
      name,
      prefix: shownPrefixOf(id),
      scopes,
      filesPerDay,
      createdAt,
      expiresAt,
      lastUsedAt,
      filesToday,
    };
  };
  const router = express.Router();
  router
    .route('/keys')
    .get(async (request, response) => {
      const records = await keys.ofAccount(accountOf(request));
      const answer: KeyListAnswer = { keys: await Promise.all(records.map(answerOf)) };
      sendPrivate(response).json(answer);
    })
    .post(jsonBody('invalid-request'), async (request, response) => {
      await limits.countRequest(request, response);
      const wanted = keyRequestSchema.safeParse(request.body);
      if (!wanted.success) throw wrongField(wanted.error.issues[0]?.path[0]);
      const { expiresInDays, ...rest } = wanted.data;
      const expiresAt =
        expiresInDays === undefined ? undefined : new Date(Date.now() + expiresInDays * DAY_MS).toISOString();
      const { record, text } = await keys.create(
        { ...rest, tier: OWN_KEY_TIER, expiresAt },
        accountOf(request),
      );
      const answer: NewKeyAnswer = { ...(await answerOf(record)), key: text };
      sendPrivate(response.status(201)).json(answer);
    })
    .all(methodNotAllowed('GET, HEAD, POST'));
  router
    .route('/keys/:id')
    .delete(async (request, response) => {
      await limits.countRequest(request, response);
      if (!(await keys.revoke(String(request.params.id ?? ''), accountOf(request))))
        throw new ApiError('not-found', { message: 'You have no such key.' });
      response.status(204).end();
    })
    .all(methodNotAllowed('DELETE'));
  return router;
}

function sendPrivate(response: Response): Response {
  response.setHeader('Cache-Control', 'no-store');
  return response;
}

const EXPECTED: Readonly<Record<string, string>> = {
  name: '"name" as 1 to 60 characters',
  scopes: '"scopes" as a list of compress, jobs:read, share and webhooks, with one at least',
  filesPerDay: '"filesPerDay" as a whole number above 0',
  expiresInDays: '"expiresInDays" as a whole number from 1 to 3650',
};

function wrongField(field: PropertyKey | undefined): ApiError {
  const expected = EXPECTED[String(field)] ?? 'only "name", "scopes", "filesPerDay" and "expiresInDays"';
  return new ApiError('invalid-request', { message: `Expected ${expected}.` });
}
