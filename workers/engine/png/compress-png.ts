import type { KindCompressor } from '../context.ts';

export const compressPng: KindCompressor = async (source) => source;
