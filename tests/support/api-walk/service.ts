import type { serviceOperations } from '#platform/contracts/api/operations/service.ts';
import type { ApiWalk, CallsOf } from './api-walk.ts';

/** What is asked of the service as a whole. */
export function serviceCalls(walk: ApiWalk): CallsOf<typeof serviceOperations> {
  const { call, send } = walk;
  return {
    readStats: [() => call('/api/stats')],
    countDeviceFiles: [
      () => send('/api/stats', { files: 2 }, {}),
      () => send('/api/stats', { files: 11 }, {}),
    ],
    readDescription: [() => call('/api/openapi.json')],
  };
}
