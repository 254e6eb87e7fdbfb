import type { QuantizationTable } from './image-codec.ts';

/** mozjpeg's numbers of its base tables. */
export const MOZJPEG_TABLES: Readonly<Record<QuantizationTable, number>> = { 'ms-ssim': 2, klein: 5 };

/** Row filters that oxipng tries by effort; undefined leaves the choice to it: all five, one for all rows. */
export const OXIPNG_FILTERS = [[0], [0, 4], undefined] as const;
