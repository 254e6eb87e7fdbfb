import type { Request } from 'express';
import type { JobOptions } from '#engine/index.ts';
import type { FormField } from '../http/upload-form.ts';
import { parseAccepted } from '#platform/contracts/accepted-formats.ts';
import { isTargetName } from '../services/deliveries/delivery-targets.ts';
import { readJobOptions } from '../services/jobs/job-options.ts';

/**
 * The options of a request: query parameters and the fields of its form together. Addresses to deliver to are read apart,
 * see request-targets.ts.
 * @param others names of query parameters that are no options
 * @throws ApiError "invalid-request" for an option that is unknown, wrong, or given twice in either place
 */
export function requestOptions(
  request: Pick<Request, 'originalUrl'> & Partial<Pick<Request, 'headers'>>,
  fields: readonly FormField[],
  others: readonly string[] = [],
): JobOptions {
  const inQuery = [...queryOf(request)].filter(([name]) => !others.includes(name));
  const options = readJobOptions([...inQuery, ...fields].filter(([name]) => !isTargetName(name)));
  if (options.format !== 'auto' || options.accept) return options;
  const accept = parseAccepted(request.headers?.accept ?? '');
  return accept ? { ...options, accept } : options;
}

/** The query of a request as it was sent, repeated names and all. */
export function queryOf({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  const start = originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : originalUrl.slice(start));
}
