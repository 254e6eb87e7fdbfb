import type { KindCompressor } from '../context.ts';

export const compressJpeg: KindCompressor = async (source) => source;
