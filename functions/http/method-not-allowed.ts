import type { RequestHandler } from 'express';
import { ApiError } from '../services/api-error.ts';

/** Answers 405 and names what is allowed. */
export function methodNotAllowed(allow: string): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allow);
    throw new ApiError('method-not-allowed');
  };
}
