import type { KindCompressor } from '../context.ts';

export const compressPdf: KindCompressor = async (source) => source;
