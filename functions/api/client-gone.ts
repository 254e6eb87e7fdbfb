import type { Response } from 'express';

/** A signal that aborts when the connection closes before the answer is out. */
export function clientGone(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('The client went away.'));
  });
  if (response.destroyed) controller.abort(new Error('The client went away.'));
  return controller.signal;
}
