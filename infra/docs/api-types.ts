import { format, resolveConfig } from 'prettier';
import { describeApi } from '#functions/openapi/describe-api.ts';
import type { Schema } from '#platform/contracts/api/json-schema.ts';

export const API_TYPES = new URL('../../functions/client/api-types.ts', import.meta.url);

/** Every named schema of the OpenAPI document as an interface, formatted as the rest of the code. */
export async function apiTypes(): Promise<string> {
  const schemas = (describeApi().components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const types = Object.entries(schemas).map(([name, schema]) => {
    const kind = schema.properties
      ? `export interface ${nameOf(name)} ${bodyOf(schema)}`
      : `export type ${nameOf(name)} = ${typeOf(schema)};`;
    return comment(schema) + kind;
  });
  const head =
    '/** Written by "npm run docs" from the OpenAPI document of the API; not to be changed by hand. */\n';
  return format([head, ...types].join('\n'), { ...(await resolveConfig(API_TYPES)), parser: 'typescript' });
}

/** Of the names that JavaScript has already. */
function nameOf(name: string): string {
  return name === 'Error' ? 'ErrorAnswer' : name;
}

function bodyOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(schema)}readonly ${JSON.stringify(name)}${optional}: ${typeOf(schema)};`;
  });
  if (typeof additionalProperties === 'object')
    fields.push(`readonly [name: string]: ${typeOf(additionalProperties)};`);
  return `{\n${fields.join('\n')}\n}`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref.split('/').at(-1)!);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'object':
      return bodyOf(schema);
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function comment({ description }: Schema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;
}
