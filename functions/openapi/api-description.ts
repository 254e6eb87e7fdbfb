import type { OpenApiDocument } from './describe-api.ts';

let document: Promise<OpenApiDocument> | undefined;

/** The OpenAPI document, made when it is first asked for. */
export function apiDescription(): Promise<OpenApiDocument> {
  return (document ??= import('./describe-api.ts').then(({ describeApi }) => describeApi()));
}
