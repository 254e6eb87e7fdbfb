import type { Request, Response } from 'express';
import { disconnectSignal } from './disconnect-signal.ts';

/** One event. Source: HTML Standard, section 9.2, "Server-sent events". */
export interface ServerSentEvent {
  readonly name: string;
  readonly id: number;
  /** Sent as JSON. */
  readonly data: object;
}

/** The streams of events that are open in this process. */
export interface EventStreams {
  /**
   * Answers with the events of a source, until it ends, the client goes, or the server closes. Slow clients are waited for.
   * @param source is given the signal that ends it
   */
  send(
    request: Request,
    response: Response,
    source: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>,
  ): Promise<void>;
  /** Ends all streams and those that are still asked for, so that their clients come back, to another process. */
  endAll(): void;
}

/** Proxies cut connections on which nothing is sent; the usual limit is a minute. */
const COMMENT_EVERY_MS = 15_000;
/** A client that has taken nothing of what was sent for so long has gone. */
const STALLED_MS = 60_000;
const RETRY_MS = 2_000;

export function createEventStreams(): EventStreams {
  const closing = new AbortController();
  return {
    async send(request, response, source) {
      begin(response, closing.signal.aborted);
      if (request.method === 'HEAD') return void response.end();
      response.write(`retry: ${withJitter(RETRY_MS)}\n\n`);
      const gone = disconnectSignal(response);
      const signal = AbortSignal.any([gone, closing.signal]);
      const comments = setInterval(
        () => response.writableNeedDrain || response.write(':\n\n'),
        COMMENT_EVERY_MS,
      );
      comments.unref();
      try {
        if (!signal.aborted) for await (const event of source(signal)) await write(response, event, signal);
        response.end();
      } finally {
        clearInterval(comments);
      }
    },
    endAll: () => closing.abort(new Error('The server closes.')),
  };
}

function begin(response: Response, isClosing: boolean): void {
  response.setHeader('Content-Type', 'text/event-stream');
  response.setHeader('Cache-Control', 'no-store');
  // Proxies of the nginx family hold answers back to send them in one piece.
  response.setHeader('X-Accel-Buffering', 'no');
  // The connection leads to a process that is about to end.
  if (isClosing) response.setHeader('Connection', 'close');
  response.flushHeaders();
}

async function write(response: Response, event: ServerSentEvent, signal: AbortSignal): Promise<void> {
  const { name, id, data } = event;
  const text = `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
  if (response.write(text) || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(stalled);
      response.off('drain', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stalled = setTimeout(() => response.destroy(), STALLED_MS);
    response.once('drain', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Clients that were cut off together do not come back at the same moment. */
function withJitter(ms: number): number {
  return Math.round(ms * (1 + Math.random()));
}
