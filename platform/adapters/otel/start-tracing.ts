import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';

export interface Tracing {
  /** Sends what is held back; for a process that is frozen between its calls. Never rejects. */
  flush(): Promise<void>;
  /** Sends what is left, and ends. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Of a collector that takes OTLP over HTTP; `/v1/traces` is added. */
  readonly endpoint: string;
  /** Share of the traces that are kept, 0 to 1. */
  readonly share: number;
  /** Such as "featherpress-worker". */
  readonly service: string;
}

/** A collector that hangs must not hold up a process that ends. */
const SEND_MS = 5_000;

/**
 * Sends the spans of `platform/tracing.ts` to a collector, in batches, from the background. While it is away spans are lost
 * and nothing else. Which traces are kept follows from their ids alone, so that all processes keep the same ones and no
 * client decides how much is kept.
 */
export function startTracing({ endpoint, share, service }: TracingOptions): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    flush: () => provider.forceFlush().catch(() => {}),
    stop: () => provider.shutdown().catch(() => {}),
  };
}
