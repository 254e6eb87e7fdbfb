import { useEffect, useState } from 'react';

interface StatsAnswer {
  readonly compressedCount: number;
}

/** Spec section 9: websocket only, tries again for ever, 1 s to 5 s apart. */
export const STATS_CONNECTION = {
  path: '/socket.io',
  transports: ['websocket'],
  reconnection: true,
  reconnectionAttempts: Infinity,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
};

/**
 * How many files have been compressed: asked for once, then kept up to date by pushed events while the page is open.
 * `undefined` until the first answer, and for as long as the server cannot be reached.
 */
export function useLiveCount(): number | undefined {
  const [count, setCount] = useState<number>();

  useEffect(() => {
    const page = new AbortController();
    // An answer that was overtaken by an event must not turn the count back.
    const raise = (value: unknown) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return;
      setCount((shown) => Math.max(shown ?? 0, value));
    };
    fetchCount(page.signal).then(raise, () => {
      // The socket brings the number as well; without either the line stays a claim.
    });
    const closed = openStats(raise);
    return () => {
      page.abort();
      closed();
    };
  }, []);

  return count;
}

async function fetchCount(signal: AbortSignal): Promise<number> {
  const response = await fetch('/api/stats', { credentials: 'omit', signal });
  if (!response.ok) throw new Error(`Expected 200 for /api/stats but received ${response.status}`);
  return ((await response.json()) as StatsAnswer).compressedCount;
}

/** Opens the connection, with its code loaded late; returns what closes it. */
function openStats(onCount: (value: unknown) => void): () => void {
  let close = () => {};
  let left = false;
  import('socket.io-client').then(
    ({ io }) => {
      if (left) return;
      const socket = io(STATS_CONNECTION);
      socket.on('statsUpdate', onCount);
      close = () => socket.close();
    },
    () => {
      // Offline before the code arrived: the page stands without the count.
    },
  );
  return () => {
    left = true;
    close();
  };
}
