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
 * Shows how many files have been compressed: asked for once, then kept up to date by pushed events while the page is
 * open. Until the first answer, for as long as the server cannot be reached, and while its count is below the claim, the
 * claim stands there.
 */
export function startLiveCount(): void {
  const line = document.querySelector<HTMLElement>('[data-live-count]');
  if (!line) return;
  // An answer that was overtaken by an event must not turn the count back.
  // Nor does a new server deny what all have done together.
  let shown = Number(line.dataset['least'] ?? 0) - 1;
  const raise = (value: unknown) => {
    if (typeof value !== 'number' || !Number.isFinite(value) || value <= shown) return;
    shown = value;
    showCount(line, value);
  };
  fetchCount().then(raise, () => {
    // The socket brings the number as well; without either the line stays a claim.
  });
  let close = openStats(raise);
  window.addEventListener('pagehide', () => close());
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) close = openStats(raise);
  });
}

function showCount(line: HTMLElement, count: number): void {
  const place = line.querySelector('[data-count]');
  const unit = line.querySelector('[data-unit]');
  if (place) place.textContent = count.toLocaleString('en-US');
  if (unit) unit.textContent = count === 1 ? 'file' : 'files';
  line.dataset['liveCount'] = 'known';
}

async function fetchCount(): Promise<number> {
  const response = await fetch('/api/stats', { credentials: 'omit' });
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
