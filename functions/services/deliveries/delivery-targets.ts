import type { ApiScope } from '#platform/contracts/api/scopes.ts';
import type { AnonymousDeliveries, DeliveryTargets } from '#platform/contracts/delivery-targets.ts';
import { parseReceiver, ReceiverError, type ReceiverRules } from '#platform/receiver-url.ts';
import { ApiError } from '../api-error.ts';

/** Options that are addresses; the others are the engine's. */
const TARGET_NAMES = ['webhook', 'resultUrl'] as const;
type TargetName = (typeof TARGET_NAMES)[number];

/** Whether an option is an address to deliver to. */
export function isTargetName(name: string): name is TargetName {
  return TARGET_NAMES.some((target) => target === name);
}

/** What is known of a request that wants something delivered. */
interface TargetRequest {
  /** Names with texts, in any order; other options among them are not looked at. */
  readonly given: Iterable<readonly [name: string, text: string]>;
  /** Who sends it, see client-identity.ts. */
  readonly client: { readonly accountId?: string | undefined; readonly scopes: ReadonlySet<ApiScope> };
  /** Whether it comes from the owner of the machine, see http/this-machine.ts. */
  readonly fromThisMachine: boolean;
  /** Whether a job is answered: who waits for the result needs no delivery. */
  readonly isAsync: boolean;
  /** Whether there are several files. */
  readonly isBatch?: boolean;
}

/** Reads where a client wants to have something delivered. */
export interface DeliveryTargetReader {
  /**
   * @returns undefined when it wants nothing delivered
   * @throws ApiError "invalid-request", "unauthorized" when it would need an account, "missing-scope"
   */
  read(request: TargetRequest): DeliveryTargets | undefined;
}

interface DeliveryTargetOptions {
  readonly rules: ReceiverRules;
  readonly anonymous: AnonymousDeliveries;
  /** Whether there is a secret that webhooks can be signed with. */
  readonly canSign: boolean;
}

export function createDeliveryTargets({
  rules,
  anonymous,
  canSign,
}: DeliveryTargetOptions): DeliveryTargetReader {
  return {
    read({ given, client: { accountId, scopes }, fromThisMachine, isAsync, isBatch = false }) {
      const targets = targetsOf(given);
      const names = Object.keys(targets);
      if (names.length === 0) return undefined;
      // Without this check the server is an open relay: any client could have requests sent anywhere in its name.
      const isTrusted = anonymous === 'everyone' || (anonymous === 'this-machine' && fromThisMachine);
      if (accountId === undefined && !isTrusted)
        throw new ApiError('unauthorized', {
          message: `The option "${names[0]}" is for clients with an account. Send an API key or a session token.`,
        });
      if (!scopes.has('webhooks'))
        throw new ApiError('missing-scope', {
          message: `The option "${names[0]}" needs a key with the scope "webhooks".`,
        });
      if (!isAsync)
        throw invalid(
          `The option "${names[0]}" goes with a job. Send the header "Prefer: respond-async" as well.`,
        );
      if (isBatch && targets.resultUrl !== undefined)
        throw invalid('The option "resultUrl" is for one file. Send the files one by one to /api/compress.');
      if (targets.webhook !== undefined && !canSign)
        throw invalid('This server sends no webhooks: its operator has set no WEBHOOK_SECRET.');
      for (const [name, text] of Object.entries(targets)) checkReceiver(name, text, rules);
      return { ...targets, ...(accountId === undefined ? {} : { signer: accountId }) };
    },
  };
}

/** @returns what is given, without what is empty */
function targetsOf(given: TargetRequest['given']): Partial<Record<TargetName, string>> {
  const targets: Partial<Record<TargetName, string>> = {};
  for (const [name, text] of given) {
    if (!isTargetName(name)) continue;
    if (targets[name] !== undefined) throw invalid(`The option "${name}" was given more than once.`);
    targets[name] = text;
  }
  return Object.fromEntries(Object.entries(targets).filter(([, text]) => text !== ''));
}

function checkReceiver(name: string, text: string, rules: ReceiverRules): void {
  try {
    parseReceiver(text, rules);
  } catch (error) {
    if (!(error instanceof ReceiverError)) throw error;
    throw invalid(`The option "${name}" cannot be used. ${error.message}`);
  }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-request', { message });
}
