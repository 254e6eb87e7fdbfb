// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '#tests/support/browser-parts.ts';
import { finishedItem, reportWith } from '#tests/support/compressed-files.ts';
import { LimitOffer } from '~/components/compress/limit-offer.tsx';
import type { ListedResult } from '~/compressor/queue/queue-state.ts';

afterEach(cleanup);

function show(facts: Partial<ListedResult>) {
  const again = vi.fn();
  render(
    <LimitOffer
      item={finishedItem('a.pdf', { size: 600, limitBytes: 500, ...facts })}
      compressor={{ again }}
    />,
  );
  return again;
}

test('offers loss to a document that was to lose nothing, as little as the limit takes', () => {
  const again = show({ kind: 'pdf', options: { preset: 'lossless', targetBytes: 500 } });
  fireEvent.click(screen.getByRole('button', { name: /^Try for 500 Bytes: visible loss in its images/ }));
  expect(again).toHaveBeenCalledWith(0, { preset: 'high', targetBytes: 500 });
});

test.each([
  ['a document that is as small as it may be', { kind: 'pdf', options: { preset: 'balanced' } }],
  [
    'a set',
    {
      kind: 'png',
      type: 'application/zip',
      options: { preset: 'balanced', widths: [480] },
      report: { ...reportWith([])!, target: { bytes: 500, met: false, smallestBytes: 600 } },
    },
  ],
  ['a document below its limit', { kind: 'pdf', options: { preset: 'lossless' }, size: 500 }],
  [
    'a picture that no setting changes',
    {
      kind: 'jpeg',
      options: { preset: 'balanced' },
      size: 1_000,
      report: {
        ...reportWith([{ code: 'linked-data', detail: 'It holds further images.', count: 1 }])!,
        kind: 'jpeg',
      },
    },
  ],
  [
    'a document that nobody may change',
    {
      kind: 'pdf',
      options: { preset: 'lossless' },
      size: 1_000,
      report: reportWith([{ code: 'signed', detail: 'The document is signed.', count: 1 }]),
    },
  ],
] as const)('offers nothing to %s', (_what, facts) => {
  show(facts);
  expect(screen.queryByRole('button')).toBeNull();
});

test('offers smaller dimensions to a picture', () => {
  show({ kind: 'png', options: { preset: 'lossless' } });
  expect(screen.getByRole('button', { name: /^Reach 500 Bytes anyway: smaller dimensions/ })).toBeTruthy();
});
