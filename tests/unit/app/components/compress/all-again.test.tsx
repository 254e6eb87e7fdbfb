// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '#tests/support/browser-parts.ts';
import { finishedItem } from '#tests/support/compressed-files.ts';
import AllAgain from '~/components/compress/details/all-again.tsx';
import { DEFAULT_CHOICE } from '~/compressor/queue/chosen-options.ts';
import type { Compressor } from '~/compressor/queue/use-compressor.ts';

afterEach(cleanup);

test('compresses every file that came back again, as chosen, and closes', () => {
  const [again, follow, onChosen, onClose] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const items = ['a.png', 'b.png'].map((name, index) => finishedItem(name, {}, index));
  const compressor = { again, follow, items, busy: false } as unknown as Compressor;
  render(<AllAgain {...{ compressor, onChosen, onClose }} chosen={DEFAULT_CHOICE} />);
  fireEvent.click(screen.getByRole('radio', { name: /small/i }));
  expect(onChosen).toHaveBeenCalledWith({ ...DEFAULT_CHOICE, preset: 'small' });
  expect(follow).toHaveBeenCalledWith({ ...DEFAULT_CHOICE, preset: 'small' }, 'server');
  fireEvent.click(screen.getByRole('button', { name: 'Compress all 2 again' }));
  expect(again.mock.calls.map(([index]) => index as number)).toEqual([0, 1]);
  expect(onClose).toHaveBeenCalledOnce();
});
