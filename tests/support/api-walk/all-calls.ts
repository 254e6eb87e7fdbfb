import type { API_OPERATIONS } from '#platform/contracts/api/operations.ts';
import { accountCalls } from './accounts.ts';
import type { ApiWalk, CallsOf } from './api-walk.ts';
import { compressCalls } from './compress.ts';
import { deliveryCalls } from './deliveries.ts';
import { jobCalls } from './jobs.ts';
import { serviceCalls } from './service.ts';
import { uploadCalls } from './uploads.ts';

/** Requests of every kind for every call. It does not compile while one has none. */
export function allCalls(walk: ApiWalk): CallsOf<typeof API_OPERATIONS> {
  return {
    ...compressCalls(walk),
    ...jobCalls(walk),
    ...deliveryCalls(walk),
    ...uploadCalls(walk),
    ...accountCalls(walk),
    ...serviceCalls(walk),
  };
}
