import type { Header } from '../../containers/png/chunks.ts';

/** Samples of a pixel once decoded: palettes become colours. */
export function channelsOf({ colourType }: Header): number {
  return { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 }[colourType]!;
}

/** Length of all rows with their filter bytes. */
export function rowsBytesOf(header: Header): number {
  const components = header.colourType === 3 ? 1 : channelsOf(header);
  return (Math.ceil((header.width * header.depth * components) / 8) + 1) * header.height;
}
