import type { Metadata } from 'sharp';
import type { ImageInfo } from '../image-codec.ts';

/** What libvips reports of a picture, in our words. */
export function imageInfo(meta: Metadata): ImageInfo {
  return {
    format: FORMATS.has(meta.format ?? '') ? (meta.format as ImageInfo['format']) : 'other',
    width: meta.width ?? 0,
    height: meta.pageHeight ?? meta.height ?? 0,
    depth: depth(meta),
    channels: meta.channels ?? 0,
    space: SPACES[meta.space ?? ''] ?? 'other',
    hasAlpha: meta.hasAlpha ?? false,
    frames: meta.pages ?? 1,
    orientation: meta.orientation ?? 1,
    icc: meta.icc ? new Uint8Array(meta.icc) : null,
    isProgressive: meta.isProgressive ?? false,
    chromaSubsampling: meta.chromaSubsampling ?? null,
  };
}

const FORMATS = new Set<string>(['jpeg', 'png', 'webp', 'gif', 'tiff']);

const SPACES: Readonly<Record<string, ImageInfo['space']>> = {
  srgb: 'rgb',
  rgb: 'rgb',
  rgb16: 'rgb',
  'b-w': 'grey',
  grey16: 'grey',
  cmyk: 'cmyk',
};

function depth(meta: Metadata): ImageInfo['depth'] {
  if (meta.bitsPerSample === 1 || meta.bitsPerSample === 2 || meta.bitsPerSample === 4)
    return meta.bitsPerSample;
  if (meta.depth === 'ushort') return 16;
  return meta.depth === 'float' ? 32 : 8;
}
