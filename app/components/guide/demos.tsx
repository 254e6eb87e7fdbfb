import type { ReactNode } from 'react';
import { HuffmanDemo } from './huffman-demo.tsx';
import { JpegDemo } from './jpeg-demo.tsx';
import { RunLengthDemo } from './run-length-demo.tsx';

/** The guide's demonstrations by the name under which `app/enhancements/islands.ts` finds them. */
export const DEMOS: Readonly<Record<string, () => ReactNode>> = {
  'run-length': RunLengthDemo,
  huffman: HuffmanDemo,
  jpeg: JpegDemo,
};
