import express, { type Router } from 'express';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import type { OpenApiDocument } from '../openapi/describe-api.ts';

/** `GET /api/openapi.json`. The document is made when it is first asked for. */
export function openapiRoute(): Router {
  let document: Promise<OpenApiDocument> | undefined;
  const router = express.Router();
  router
    .route('/api/openapi.json')
    .get(async (_request, response) => {
      document ??= import('../openapi/describe-api.ts').then(({ describeApi }) => describeApi());
      response.setHeader('Cache-Control', 'no-cache');
      response.json(await document);
    })
    .all(methodNotAllowed('GET'));
  return router;
}
