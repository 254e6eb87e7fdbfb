import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import type { JobOrigin } from './contracts/job.ts';

/**
 * Steps of the work as OpenTelemetry spans. Without `startTracing` the API does nothing, and costs next to nothing. Names of
 * attributes: OpenTelemetry semantic conventions where there is one, ours begin with `featherpress.`. No file names.
 */
const tracer = trace.getTracer('featherpress');

/** The request that is answered at the moment, whether anything is traced or not. */
const requests = new AsyncLocalStorage<string>();

/** Headers of W3C Trace Context as they come with a request. */
type TraceHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Runs what answers a request, so that {@link originNow} knows it, in the trace of its client. */
export function tracedRequest<T>(
  requestId: string,
  { name, headers }: { readonly name: string; readonly headers: TraceHeaders },
  work: (span: Span) => T,
): T {
  const { traceparent, tracestate } = headers;
  const parent = contextOf({ traceparent: single(traceparent), tracestate: single(tracestate) });
  const attributes = { 'featherpress.request_id': requestId };
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  return requests.run(requestId, () => context.with(trace.setSpan(parent, span), () => work(span)));
}

/** Work that a message asks for, in the trace of the request that sent it. */
export function tracedFrom<T>(
  origin: JobOrigin | undefined,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return within(contextOf(origin ?? {}), { name, kind: SpanKind.CONSUMER, attributes }, work);
}

/** A step of what is under way. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return within(context.active(), { name, kind: SpanKind.INTERNAL, attributes }, work);
}

/** A call of a backend, where it belongs to something that is traced. */
export function tracedCall<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return within(context.active(), { name, kind: SpanKind.CLIENT, attributes }, work);
}

/** Facts that are known later, of the step that is under way. */
export function noteInTrace(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** Which request, and which trace, what is done now goes back to; undefined when to none. */
export function originNow(): JobOrigin | undefined {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  const requestId = requests.getStore();
  if (requestId === undefined && Object.keys(carrier).length === 0) return undefined;
  return { ...(requestId === undefined ? {} : { requestId }), ...carrier };
}

/** What log lines say of the origin of a job. */
export function originFields(origin: JobOrigin | undefined): { requestId?: string; traceId?: string } {
  const traceId = origin?.traceparent?.split('-')[1];
  return {
    ...(origin?.requestId === undefined ? {} : { requestId: origin.requestId }),
    ...(traceId === undefined ? {} : { traceId }),
  };
}

function contextOf({ traceparent, tracestate }: Pick<JobOrigin, 'traceparent' | 'tracestate'>): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
}

async function within<T>(
  parent: Context,
  { name, ...options }: { name: string; kind: SpanKind; attributes: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, options, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    // Messages may hold what the file says; its code or type is enough to look further in the log.
    const { code, name: type } = error as { code?: unknown; name?: string };
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', typeof code === 'string' ? code : (type ?? 'unknown'));
    throw error;
  } finally {
    span.end();
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
