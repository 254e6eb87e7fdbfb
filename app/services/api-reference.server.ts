import type { Schema } from '#platform/contracts/api/json-schema.ts';
import type {
  ApiDescription,
  ApiReference,
  DescribedAnswer,
  DescribedCall,
  DescribedField,
  DescribedObject,
} from '~/content/api/api-description.ts';

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}
interface Header {
  readonly description?: string;
  readonly schema?: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Ways to be allowed; an empty one is no way at all. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { description?: string; headers?: Readonly<Record<string, Header>>; content?: Content }>
  >;
}
interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The OpenAPI document as the page of the API shows it. */
export function apiReference(description: ApiDescription): ApiReference {
  const { info, paths, components } = description as Document;
  const schemas = components.schemas;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const headers = new Map<string, DescribedField>();
  for (const { operation } of operations)
    for (const answer of Object.values(operation.responses))
      for (const [name, { description: text = '', schema }] of Object.entries(answer.headers ?? {}))
        headers.set(name, { name, type: '', isRequired: true, text: text || (schema?.description ?? '') });
  return {
    version: info.version,
    calls: operations.map(({ method, path, operation }) => callOf(method, path, operation, schemas)),
    objects: Object.entries(schemas)
      .filter(([, { properties }]) => properties !== undefined)
      .map(([name, schema]) => objectOf(name, schema)),
    headers: [...headers.values()].sort((a, b) => a.name.localeCompare(b.name)),
  };
}

function callOf(
  method: string,
  path: string,
  operation: Operation,
  schemas: Document['components']['schemas'],
): DescribedCall {
  const ways = operation.security ?? [];
  return {
    id: operation.operationId,
    method,
    path,
    title: operation.summary,
    text: operation.description ?? '',
    needsToken: ways.length > 0 && ways.every((way) => Object.keys(way).length > 0),
    scope: ways.find(({ key }) => key)?.['key']?.join(', '),
    takes: [...(operation.parameters ?? []).map(parameterOf), ...bodyFields(operation, schemas)],
    answers: Object.entries(operation.responses).map(([status, answer]) => ({
      status,
      text: answer.description ?? '',
      headers: Object.keys(answer.headers ?? {}),
      object: objectIn(answer.content),
    })),
  };
}

function parameterOf({
  in: place,
  name,
  required = false,
  description = '',
  schema,
}: Parameter): DescribedField {
  const text = description || (schema?.description ?? '');
  return { name, place, type: typeOf(schema ?? {}), isRequired: required, text };
}

/** Fields of a form, which the query may carry as well, and of JSON. A body that is the file itself has none. */
function bodyFields(
  { requestBody, parameters = [] }: Operation,
  schemas: Document['components']['schemas'],
): DescribedField[] {
  const inQuery = new Set(parameters.map(({ name }) => name));
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
    const named = schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!];
    const place = type === 'multipart/form-data' ? 'form' : 'json';
    return fieldsOf(named ?? {})
      .filter(({ name }) => !inQuery.has(name))
      .map((field) => ({ ...field, place }));
  });
}

function objectOf(name: string, schema: Schema): DescribedObject {
  return { name, text: schema.description ?? '', fields: fieldsOf(schema) };
}

function fieldsOf({ properties = {}, required = [] }: Schema): DescribedField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: required.includes(name),
    text: schema.description ?? '',
  }));
}

function objectIn(content: Content | undefined): DescribedAnswer['object'] {
  return content?.['application/json']?.schema?.$ref?.split('/').at(-1);
}

/** The type in words; long lists of values are cut. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const shown = schema.enum.slice(0, 6).map(String);
    return shown.join(', ') + (schema.enum.length > shown.length ? ' ...' : '');
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.format === 'binary') return 'file';
  if (schema.format === 'date-time') return 'time';
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return String(schema.type ?? 'file');
}
