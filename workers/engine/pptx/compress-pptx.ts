import type { KindCompressor } from '../context.ts';

export const compressPptx: KindCompressor = async (source) => source;
