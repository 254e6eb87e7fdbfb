import sharp from 'sharp';
import type { FileKind } from '#engine/index.ts';
import { textPdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { buildDeck } from '#tests/fixtures/pptx-deck.ts';

/** A file with next to nothing in it: what a program takes for it is its start. */
export async function smallFile(kind: FileKind): Promise<Uint8Array> {
  if (kind === 'pdf') return textPdf(1);
  if (kind === 'pptx') return buildDeck({ slides: [{ shapes: '' }] });
  const square = { width: 16, height: 16, channels: 3, background: '#c40' } as const;
  return sharp({ create: square }).toFormat(kind).toBuffer();
}
