import type { ApiOperation } from './operation.ts';
import { accountOperations } from './operations/accounts.ts';
import { compressOperations } from './operations/compress.ts';
import { deliveryOperations } from './operations/deliveries.ts';
import { jobOperations } from './operations/jobs.ts';
import { serviceOperations } from './operations/service.ts';
import { uploadOperations } from './operations/uploads.ts';

/** Every call, in the order of the documentation. */
export const API_OPERATIONS = {
  ...compressOperations,
  ...jobOperations,
  ...deliveryOperations,
  ...uploadOperations,
  ...accountOperations,
  ...serviceOperations,
} as const satisfies Readonly<Record<string, ApiOperation>>;
export type ApiOperationId = keyof typeof API_OPERATIONS;

/** The calls as a list, each with its id. */
export const API_OPERATION_LIST: readonly (ApiOperation & { readonly id: ApiOperationId })[] = Object.entries(
  API_OPERATIONS,
).map(([id, operation]) => ({ id: id as ApiOperationId, ...operation }));
