// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PendingRow } from '~/components/compress/pending-row.tsx';
import { finishedItem } from '#tests/support/compressed-files.ts';

test.each([
  ['server', { preset: 'high' }, 'High quality'],
  ['device', { preset: 'high' }, 'High quality, on this device'],
  [
    'device',
    { preset: 'small', targetBytes: 1024, keep: ['location'] },
    'Smallest, under 1.00 KB, keeps location, on this device',
  ],
] as const)('says how a file is being made on the %s with %j', (place, options, words) => {
  const item = { ...finishedItem('a.png'), place, options, state: { status: 'waiting' } } as const;
  const { container } = render(<PendingRow item={item} onCancel={() => {}} onTryNow={() => {}} />);
  expect(container.textContent).toContain(words);
  expect(container.textContent?.includes('on this device')).toBe(place === 'device');
});
