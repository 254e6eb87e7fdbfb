import type { KindCompressor } from '../context.ts';

export const compressWebp: KindCompressor = async (source) => source;
