import { expect, it } from 'vitest';
import { eventIdOf, LAST_EVENT_ID, readEventId } from '#functions/services/jobs/job-event-ids.ts';

const queued = (place: number | undefined, progress = 0) => ({ status: 'queued', place, progress }) as const;
const running = (progress: number) => ({ status: 'running', progress }) as const;

it('grows as a job goes on', () => {
  const states = [queued(5_000), queued(9), queued(0), queued(undefined), running(0), running(0.001)];
  const ids = [...states, running(0.5), queued(2, 0.6), running(1)].map(eventIdOf);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(ids).size).toBe(ids.length);
  expect(LAST_EVENT_ID).toBeGreaterThan(ids.at(-1)!);
});

it.each([queued(3), running(0), running(0.123), queued(undefined, 0.999), running(1)])(
  'tells the progress of %j',
  (state) => {
    const id = eventIdOf(state);
    expect(readEventId(String(id))).toEqual({ id, progress: state.progress });
  },
);

it.each([undefined, '', '-1', '1.5', 'x', '1e3', '10010001', '999999999'])('takes %s for no id', (text) => {
  expect(readEventId(text)).toBeNull();
});
