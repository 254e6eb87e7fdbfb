import { listOfKinds } from '#engine/api/kinds.ts';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { brand } from '#app/content/brand.ts';
import { errorAnswerSchema, jobProgressSchema } from '#platform/contracts/api/answers.ts';
import { errorsOf, type ApiOperation } from '#platform/contracts/api/operation.ts';
import { API_OPERATION_LIST } from '#platform/contracts/api/operations.ts';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { answerHeaders, TUS_HEADERS, type AnswerHeader } from './answer-headers.ts';
import { REQUESTS } from './requests.ts';
import { SUCCESS_ANSWERS } from './success-answers.ts';
import { WEBHOOKS } from './webhooks.ts';

/** Version of the API: the second number grows with what is added; nothing that works is taken away under the first. */
const API_VERSION = '1.3.0';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The API as an OpenAPI 3.1 document, made of the same tables and schemas that its routes answer by. */
export function describeApi(): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of API_OPERATION_LIST) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = {
      operationId: operation.id,
      summary: operation.title,
      description: `Answers with ${operation.answer}.`,
      ...REQUESTS[operation.id],
      responses: { ...SUCCESS_ANSWERS[operation.id], ...errorAnswers(operation) },
      ...securityOf(operation),
    };
  }
  const document = {
    openapi: '3.1.1' as const,
    info: {
      title: `${brand.name} API`,
      version: API_VERSION,
      description: `Makes ${listOfKinds('and')} files smaller without harm.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document came from.' }],
    paths: paths as ZodOpenApiPathsObject,
    webhooks: WEBHOOKS,
    components: {
      // Data of events, which no answer holds as it is.
      schemas: { JobProgress: jobProgressSchema },
      securitySchemes: {
        session: {
          type: 'http' as const,
          scheme: 'bearer',
          description: 'A session token, for what a person does.',
        },
        key: { type: 'http' as const, scheme: 'bearer', description: 'A key, as far as its scopes go.' },
        keyHeader: {
          type: 'apiKey' as const,
          in: 'header' as const,
          name: 'X-API-Key',
          description: 'The same.',
        },
        keyPassword: {
          type: 'http' as const,
          scheme: 'basic',
          description: 'The same, as the password of "api".',
        },
      },
    },
  };
  return createDocument(document, { override: plainSchema });
}

/** Who may call; the empty one means any client. Scopes of bearer tokens are words for people in OpenAPI 3.1. */
function securityOf({ needsToken, sessionOnly, scope }: ApiOperation) {
  if (sessionOnly) return { security: [{ session: [] }] };
  const scopes = scope === undefined ? [] : [scope];
  const accounts = [
    { session: [] },
    ...['key', 'keyHeader', 'keyPassword'].map((way) => ({ [way]: scopes })),
  ];
  if (needsToken) return { security: accounts };
  return { security: scope === undefined ? [] : [{}, ...accounts] };
}

/** What zod adds that says nothing of JSON: the long pattern of a time, its mark of arrays that are not written to. */
function plainSchema({ jsonSchema, zodSchema }: { jsonSchema: object; zodSchema: unknown }): void {
  const schema = jsonSchema as Record<string, unknown>;
  const { type } = (zodSchema as { _zod: { def: { type: string } } })._zod.def;
  if (schema.format === 'date-time') delete schema.pattern;
  if (type === 'readonly') delete schema.readOnly;
  if (type === 'file') delete schema.contentEncoding;
}

/** The errors of a call by status, with their codes and usual texts. */
function errorAnswers(operation: ApiOperation) {
  const { method, limit, protocol } = operation;
  const all = errorsOf(operation);
  const statuses = new Set(all.map((code) => API_ERRORS[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = all.filter((code) => API_ERRORS[code].status === status);
      const answer = {
        description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`).join('\n\n'),
        headers: errorHeaders(status, codes, { isCounted: limit !== undefined, isTus: protocol === 'tus' }),
        ...(method === 'HEAD' ? {} : { content: { 'application/json': { schema: errorAnswerSchema } } }),
      };
      return [status, answer];
    }),
  );
}

function errorHeaders(
  status: number,
  codes: readonly ApiErrorCode[],
  { isCounted, isTus }: { readonly isCounted: boolean; readonly isTus: boolean },
) {
  const isRepeatable = codes.some((code) => API_ERRORS[code].retryable);
  const always: AnswerHeader[] = status === 401 ? ['WWW-Authenticate'] : [];
  const counted: AnswerHeader[] = isCounted ? ['RateLimit', 'RateLimit-Policy'] : [];
  // A result that is not ready yet is asked for again.
  const repeated: AnswerHeader[] = isRepeatable || status === 404 ? ['Retry-After'] : [];
  const measured: AnswerHeader[] = status === 416 ? ['Accept-Ranges', 'Content-Range', 'ETag'] : [];
  const named: AnswerHeader[] = codes.includes('precondition-failed') ? ['Accept-Ranges', 'ETag'] : [];
  const unpacked: AnswerHeader[] = codes.includes('encoded-body') ? ['Accept-Encoding'] : [];
  const tus = isTus ? TUS_HEADERS : [];
  return answerHeaders(
    ['Cache-Control', ...always, ...measured, ...named, ...tus],
    [...counted, ...repeated, ...unpacked],
  );
}
