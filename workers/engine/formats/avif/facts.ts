import type { FormatFacts } from '../../api/format-facts.ts';
import { latin1, viewOf } from '../../base/bytes.ts';

export const avif = {
  kind: 'avif',
  group: 'picture',
  isForPrograms: true,
  mimeTypes: ['image/avif'],
  extensions: ['avif'],
  label: 'AVIF',
  signatureAt: (head) => (brandsOf(head).some((brand) => BRANDS.includes(brand)) ? 0 : -1),
  work: { smallFileMs: 10_000, perMegabyteMs: 60_000 },
  expectedSeconds: { perFile: 0.5, perMegabyte: 20 },
} as const satisfies FormatFacts;

/** Of stills and animations. Source: AV1 Image File Format 1.1, 6. */
const BRANDS = ['avif', 'avis'];

/** Brands that a file of boxes names, its own first; none for any other file. Source: ISO/IEC 14496-12, 4.3. */
function brandsOf(head: Uint8Array): string[] {
  if (head.length < 12 || latin1(head, 4, 8) !== 'ftyp') return [];
  const end = Math.min(viewOf(head).getUint32(0), head.length);
  const brands = [latin1(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin1(head, at, at + 4));
  return brands;
}
