import type { RequestHandler } from 'express';
import { ApiError } from '../../app/services/api-error.server.ts';

/** Answers 405 and names what is allowed. */
export function notAllowed(allow: string): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allow);
    throw new ApiError('method-not-allowed');
  };
}
