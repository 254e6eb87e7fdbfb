import { describe, expect, it } from 'vitest';
import { PROGRESS_STEPS, PROGRESS_WAITS_MS } from '~/compressor/queue/progress.ts';
import { buttonVariants } from '~/components/ui/button.tsx';
import { TOAST_DURATION_MS, TOAST_LIMIT } from '~/components/ui/notify.ts';
import { TOOLTIP_DELAY_MS } from '~/components/ui/tooltip.tsx';
import { STATS_CONNECTION } from '~/enhancements/live-count.ts';
import { QUERY_DEFAULTS } from '~/session/data-provider.tsx';
import { REDIRECT_KEY, TOKEN_KEY } from '~/session/session.ts';

describe('business constants of the specification', () => {
  it('show at most three toasts for four seconds, and tooltips after 700 ms', () => {
    expect([TOAST_LIMIT, TOAST_DURATION_MS, TOOLTIP_DELAY_MS]).toEqual([3, 4_000, 700]);
  });

  it('step progress at the given pace', () => {
    expect(PROGRESS_STEPS).toEqual([10, 25, 45, 65, 80, 95, 100]);
    expect(PROGRESS_WAITS_MS).toEqual([300, 400, 500, 400, 300, 200]);
  });

  it('connect to the stats by websocket alone and try again for ever', () => {
    expect(STATS_CONNECTION).toMatchObject({
      path: '/socket.io',
      transports: ['websocket'],
      reconnectionAttempts: Infinity,
      reconnectionDelay: 1_000,
      reconnectionDelayMax: 5_000,
      randomizationFactor: 0.5,
      timeout: 20_000,
    });
  });

  it('fetch data with three retries, at most 30 s apart, and keep it five minutes', () => {
    const { retry, retryDelay, gcTime } = QUERY_DEFAULTS;
    expect([retry, gcTime, retryDelay(0), retryDelay(1), retryDelay(9)]).toEqual([
      3, 300_000, 1_000, 2_000, 30_000,
    ]);
  });

  it('keep session and way back under the known names', () => {
    expect([TOKEN_KEY, REDIRECT_KEY]).toEqual(['jwt', 'redirectAfterLogin']);
  });

  it('offer six looks and four sizes of buttons, each of its own', () => {
    const variants = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const;
    const sizes = ['default', 'sm', 'lg', 'icon'] as const;
    expect(new Set(variants.map((variant) => buttonVariants({ variant }))).size).toBe(6);
    expect(new Set(sizes.map((size) => buttonVariants({ size }))).size).toBe(4);
  });
});
