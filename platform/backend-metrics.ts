import { Histogram, Registry } from 'prom-client';
import type { OnBackendCall } from './contracts/backend-call.ts';

/** How fast and how well the backends answer this process. */
interface BackendMetrics {
  readonly registry: Registry;
  readonly observe: OnBackendCall;
}

export function createBackendMetrics(): BackendMetrics {
  const registry = new Registry();
  const calls = new Histogram({
    name: 'featherpress_backend_seconds',
    help: 'Time until S3, SQS or Redis had answered, repetitions included, by call and result. Long polls count as 0.',
    labelNames: ['service', 'operation', 'result'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  });
  return {
    registry,
    observe: ({ service, operation, seconds, failed }) =>
      calls.observe({ service, operation, result: failed ? 'failed' : 'answered' }, seconds),
  };
}
