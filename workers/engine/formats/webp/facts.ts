import type { FormatFacts } from '../../api/format-facts.ts';
import { latin1 } from '../../base/bytes.ts';

export const webp = {
  kind: 'webp',
  group: 'picture',
  mimeTypes: ['image/webp'],
  extensions: ['webp'],
  label: 'WebP',
  /** A RIFF file whose form is WEBP. */
  signatureAt: (head) => (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP' ? 0 : -1),
  /** 2 s more than a JPEG: of a megapixel, each encode with measured deblocking takes 1.5 s. */
  work: { smallFileMs: 7000, perMegabyteMs: 20_000 },
  expectedSeconds: { perFile: 0.1, perMegabyte: 6.1 },
} as const satisfies FormatFacts;
