import express, { type Router } from 'express';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { apiDescription } from '../openapi/api-description.ts';

/** `GET /api/openapi.json`. */
export function openapiRoute(): Router {
  const router = express.Router();
  router
    .route('/api/openapi.json')
    .get(async (_request, response) => {
      response.setHeader('Cache-Control', 'no-cache');
      response.json(await apiDescription());
    })
    .all(methodNotAllowed('GET, HEAD'));
  return router;
}
