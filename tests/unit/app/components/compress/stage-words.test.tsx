// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StageWords } from '~/components/compress/stage-words.tsx';
import type { Stage } from '~/compressor/job/stage.ts';

afterEach(cleanup);

const STAGES: readonly (readonly [Stage | null, string])[] = [
  [null, 'Compressing'],
  [{ at: 'sending', sentBytes: 0, totalBytes: 2_048 }, 'Uploading'],
  [{ at: 'sending', sentBytes: 1_024, totalBytes: 2_048 }, 'Uploading: 1.00 KB of 2.00 KB'],
  [{ at: 'sending', sentBytes: 2_048, totalBytes: 2_048 }, 'Uploading'],
  [{ at: 'queued', ahead: null }, 'In the queue'],
  [{ at: 'queued', ahead: 0 }, 'In the queue: next'],
  [{ at: 'queued', ahead: 1 }, 'In the queue: 1 file before it'],
  [{ at: 'queued', ahead: 12 }, 'In the queue: 12 files before it'],
  [{ at: 'compressing', progress: 0.5, secondsLeft: null }, 'Compressing'],
  [{ at: 'compressing', progress: 0.5, secondsLeft: 3 }, 'Compressing: a few seconds left'],
  [{ at: 'compressing', progress: 0.5, secondsLeft: 22 }, 'Compressing: about 25 s left'],
  [{ at: 'compressing', progress: 0.5, secondsLeft: 100 }, 'Compressing: about 2 min left'],
  [{ at: 'fetching' }, 'Fetching the result'],
];

test.each(STAGES)('%j', (stage, words) => {
  expect(render(<StageWords stage={stage} again={false} />).container.textContent).toBe(words);
});

test('says why a file waits, and when it goes on', () => {
  const until = Date.now() + 9_000;
  const { container, rerender } = render(
    <StageWords stage={{ at: 'stalled', cause: 'line', until }} again={false} />,
  );
  expect(container.textContent).toMatch(/^Connection lost\. Retrying in \d s/);
  rerender(<StageWords stage={{ at: 'stalled', cause: 'engine', until }} again={false} />);
  expect(container.textContent).toMatch(/^This file needs a download first .+\. Retrying in \d s/);
  rerender(<StageWords stage={{ at: 'stalled', cause: 'busy', until: Date.now() }} again={false} />);
  expect(container.textContent).toMatch(/^The server is busy\. Retrying (now|in 1 s)/);
  rerender(<StageWords stage={{ at: 'stalled', cause: 'limit', until }} again={false} />);
  expect(container.textContent).toMatch(/^You have reached your limit for now\. Retrying in \d s/);
});
