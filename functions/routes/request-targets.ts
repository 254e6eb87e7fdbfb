import type { Request } from 'express';
import type { DeliveryTargets } from '#platform/contracts/delivery-targets.ts';
import type { FormField } from '../http/upload-form.ts';
import { readPreferences } from '../http/prefer-header.ts';
import { comesFromThisMachine } from '../http/this-machine.ts';
import { clientIdentityOf } from '../limits/client-identity.ts';
import type { DeliveryTargetReader } from '../services/deliveries/delivery-targets.ts';
import { queryOf } from './request-options.ts';

/** Headers that say the same as an option: some clients keep addresses with secrets out of queries, which are logged. */
const TARGET_HEADERS = [
  ['X-Webhook-URL', 'webhook'],
  ['X-Result-URL', 'resultUrl'],
] as const;

/**
 * Where the client of a request wants to have something delivered: by headers, query and fields of its form together.
 * @param how.isAsync whether a job is answered [as Prefer asks for]
 * @throws ApiError of DeliveryTargetReader
 */
export function requestTargets(
  targets: DeliveryTargetReader,
  request: Request,
  fields: readonly FormField[],
  {
    isBatch = false,
    isAsync = readPreferences(request.get('Prefer')).respondAsync,
  }: { readonly isBatch?: boolean; readonly isAsync?: boolean } = {},
): DeliveryTargets | undefined {
  const inHeaders = TARGET_HEADERS.flatMap(([header, name]) => {
    const text = request.get(header);
    return text === undefined ? [] : [[name, text] as const];
  });
  return targets.read({
    given: [...inHeaders, ...queryOf(request), ...fields],
    client: clientIdentityOf(request),
    fromThisMachine: comesFromThisMachine(request),
    isAsync,
    isBatch,
  });
}
