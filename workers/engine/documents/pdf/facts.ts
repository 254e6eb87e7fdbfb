import type { FormatFacts } from '../../api/format-facts.ts';
import { latin1 } from '../../base/bytes.ts';

/** ISO 32000-1, Annex H, notes 13 and 18: readers accept the header anywhere in the first 1024 bytes, the end in the last. */
export const HEADER_WITHIN_BYTES = 1024;

export const pdf = {
  kind: 'pdf',
  group: 'document',
  mimeTypes: ['application/pdf', 'application/x-pdf'],
  extensions: ['pdf'],
  label: 'PDF',
  signatureAt: (head) => latin1(head, 0, HEADER_WITHIN_BYTES).indexOf('%PDF-'),
  /** PDFs have budgets of their own, by samples and by what drawing takes. */
  work: { smallFileMs: Infinity, perMegabyteMs: 0 },
  /** Set by hand: pages are rendered and checked however small the file is. */
  expectedSeconds: { perFile: 0.5, perMegabyte: 1.3 },
} as const satisfies FormatFacts;
