import type { QuantizationTable } from './ports/image-codec.ts';

/** mozjpeg's numbers of its base tables. */
export const MOZJPEG_TABLES: Readonly<Record<QuantizationTable, number>> = { 'ms-ssim': 2, klein: 5 };
