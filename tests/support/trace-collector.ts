import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const value = z
  .object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() })
  .loose();
const attributes = z.array(z.object({ key: z.string(), value })).default([]);
/** Source: opentelemetry-proto, collector/trace/v1, in the JSON encoding of OTLP/HTTP. */
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.coerce.bigint(),
              endTimeUnixNano: z.coerce.bigint(),
              attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

/** A collector of OTLP over HTTP that decodes what it is sent; what it cannot decode it refuses. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const refused: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        if (request.method !== 'POST' || request.url !== '/v1/traces') throw new Error(request.url);
        const body = Buffer.concat(chunks);
        const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
        for (const { resource, scopeSpans } of requestSchema.parse(JSON.parse(text.toString())).resourceSpans)
          for (const span of scopeSpans.flatMap((scope) => scope.spans))
            spans.push({
              ...span,
              parentSpanId: span.parentSpanId || undefined,
              service: String(flat(resource.attributes)['service.name']),
              attributes: flat(span.attributes),
            });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      } catch (error) {
        refused.push(error);
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The collector has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    spans,
    refused,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

function flat(list: z.output<typeof attributes>): Record<string, string | number | undefined> {
  return Object.fromEntries(
    list.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? intValue]),
  );
}
