import type { Response } from 'express';

const signals = new WeakMap<Response, AbortSignal>();

/** The signal that aborts when the connection closes before the answer is out; one a response. */
export function disconnectSignal(response: Response): AbortSignal {
  const known = signals.get(response);
  if (known) return known;
  const controller = new AbortController();
  const abort = () => controller.abort(new Error('The client went away.'));
  if (response.destroyed) abort();
  else response.once('close', () => response.writableFinished || abort());
  signals.set(response, controller.signal);
  return controller.signal;
}
