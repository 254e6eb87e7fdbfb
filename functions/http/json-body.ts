import express, { type Request, type RequestHandler } from 'express';
import type { ApiErrorCode } from '#platform/contracts/api-errors.ts';
import { ApiError } from '../services/api-error.ts';

/** A small body that has not come by then is a client that holds on to a connection. */
const BODY_MS = 15_000;
const parseSmall = express.json({ limit: '16kb', strict: true });

/** The small JSON object that is the body of a request. @throws ApiError with `code` when it is none */
export function readJson(request: Request, code: ApiErrorCode): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    jsonBody(code)(request, request.res!, (error?: unknown) => {
      if (error) reject(error as Error);
      else resolve(request.body as Record<string, unknown>);
    });
  });
}

/**
 * Reads a small JSON object into `request.body`; anything else is answered with `code`.
 * A form or a plain text is not taken for JSON: only what needs a preflight from another origin gets in.
 * @param parse    reads the body, up to a limit of its own [16 KB]
 * @param withinMs how long the body may take to come [15 s]
 */
export function jsonBody(
  code: ApiErrorCode,
  parse: RequestHandler = parseSmall,
  withinMs = BODY_MS,
): RequestHandler {
  return (request, response, next) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      response.setHeader('Connection', 'close');
      next(new ApiError(code, { message: 'The body of the request did not arrive in time.' }));
    }, withinMs);
    request.once('close', () => clearTimeout(late));
    parse(request, response, (error?: unknown) => {
      clearTimeout(late);
      if (isLate) return;
      const body: unknown = request.body;
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
      if (error || !request.is('application/json') || !isObject) next(new ApiError(code));
      else next();
    });
  };
}
