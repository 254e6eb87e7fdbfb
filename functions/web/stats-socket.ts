import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import type { Logger } from '#platform/logger.ts';
import { isForeignPage } from '../http/page-origin.ts';
import { asksForLoopback } from '../http/this-machine.ts';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import type { StatsFeed } from '../services/stats/stats-feed.ts';
import type { WebMetrics } from './metrics.ts';

export const SOCKET_PATH = '/socket.io';

interface StatsSocketOptions {
  readonly server: HttpServer;
  readonly stats: StatsFeed;
  readonly logger: Logger;
  readonly metrics: WebMetrics;
  readonly publicUrl: string | undefined;
  /** Whether clients must ask for the machine itself: other names reach it by DNS rebinding, or an undeclared proxy. */
  readonly thisMachineOnly: boolean;
  /** What a client is counted by, null when it is not counted. */
  readonly clientOf: (request: IncomingMessage) => string | null;
}

/**
 * Pushes `statsUpdate` with the number of compressed files: at once to a new socket, then whenever it grows.
 * Websocket only; polling is answered 400, and so is a client that holds too many. Nothing is read from clients.
 * @returns how to close all sockets
 */
export function statsSocket(options: StatsSocketOptions): () => void {
  const { server, stats, logger, metrics } = options;
  const open = new ConcurrencyLimiter();
  const hasRoomFor = (client: string | null) =>
    client === null || open.hasCapacity(client, OPERATING_LIMITS.maxStatsSocketsPerAddress);
  const io = new Server({
    path: SOCKET_PATH,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    perMessageDeflate: false,
    allowRequest: (request, decide) =>
      decide(null, isWelcome(request, options) && hasRoomFor(options.clientOf(request))),
  });
  io.attach(server);
  // Counted from the handshake on: a client that never joins the namespace holds a connection all the same.
  io.engine.on('connection', (connection: { request: IncomingMessage; once: EventEmitter['once'] }) => {
    const client = options.clientOf(connection.request);
    if (client !== null) connection.once('close', open.acquire(client));
  });
  io.on('connection', (socket) => {
    metrics.sockets.inc();
    socket.once('disconnect', () => metrics.sockets.dec());
    stats
      .read()
      .then((count) => socket.emit('statsUpdate', count))
      .catch((error: unknown) => logger.warn('stats.read-failed', { error }));
  });
  const stop = stats.watch((count) => io.emit('statsUpdate', count));
  return () => {
    stop();
    // Not io.close(): it would close the http server under requests that still run.
    io.disconnectSockets(true);
    io.engine.close();
  };
}

function isWelcome(request: IncomingMessage, options: StatsSocketOptions): boolean {
  if (options.thisMachineOnly && !asksForLoopback(request)) return false;
  return !isForeignPage(request, options.publicUrl);
}
