import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Lets a server close without cutting off requests that run, and without waiting for connections that idle:
 * Node does not count a connection that has not sent anything yet as idle.
 * @param graceMs how long requests may go on after the close was asked for
 * @returns how to close
 */
export function gracefulClose(server: Server, graceMs: number): () => Promise<void> {
  let running = 0;
  let onQuiet = () => {};
  const watch = (_request: IncomingMessage, response: ServerResponse) => {
    running += 1;
    response.once('close', () => {
      running -= 1;
      if (running === 0) onQuiet();
    });
  };
  server.on('request', watch);
  server.on('checkContinue', watch);
  return async () => {
    if (!server.listening) return;
    const cut = () => server.closeAllConnections();
    const limit = setTimeout(cut, graceMs);
    onQuiet = cut;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if (running === 0) cut();
    });
    clearTimeout(limit);
  };
}
