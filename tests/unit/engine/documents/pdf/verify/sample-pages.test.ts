import { describe, expect, it } from 'vitest';
import { pagesToCheck, samplePages } from '#engine/documents/pdf/verify/sample-pages.ts';

describe('pages to check', () => {
  it('are all pages that something touched, of those that can be compared', () => {
    expect(pagesToCheck([0, 1, 2], new Set([0, 1, 2, 7]))).toEqual(new Set([0, 1, 2]));
  });

  it('are three of the pages that nothing touched, spread over the document', () => {
    expect([...pagesToCheck(samplePages(10), new Set())]).toEqual([0, 5, 9]);
    expect(pagesToCheck(samplePages(10), new Set([0, 4]))).toEqual(new Set([0, 4, 1, 6, 9]));
  });

  it('are all pages where there are few', () => {
    expect(pagesToCheck([0, 1, 2], new Set([1]))).toEqual(new Set([0, 1, 2]));
  });
});
