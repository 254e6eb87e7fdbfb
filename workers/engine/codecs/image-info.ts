import { FILE_KINDS, isPictureKind } from '../api/kinds.ts';
import type { ImageInfo } from './ports/image-codec.ts';

/** What libvips reports of a picture, by the names that sharp gives it. */
interface VipsFacts {
  readonly format?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly pageHeight?: number | undefined;
  readonly bitsPerSample?: number | undefined;
  /** libvips' format of a sample, such as "uchar". */
  readonly depth?: string | undefined;
  readonly channels?: number | undefined;
  readonly space?: string | undefined;
  readonly hasAlpha?: boolean | undefined;
  readonly pages?: number | undefined;
  readonly orientation?: number | undefined;
  readonly icc?: Uint8Array | undefined;
  readonly isProgressive?: boolean | undefined;
  readonly chromaSubsampling?: string | undefined;
}

/** {@link VipsFacts} in our words. */
export function imageInfo(meta: VipsFacts): ImageInfo {
  return {
    format: VIPS_FORMATS.find((name) => name === meta.format) ?? 'other',
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

/** Formats that are told apart, by libvips' names of them, which are those of our kinds. */
export const VIPS_FORMATS = [...FILE_KINDS.filter(isPictureKind), 'gif', 'tiff'] as const;

const SPACES: Readonly<Record<string, ImageInfo['space']>> = {
  srgb: 'rgb',
  rgb: 'rgb',
  rgb16: 'rgb',
  'b-w': 'grey',
  grey16: 'grey',
  cmyk: 'cmyk',
};

function depth(meta: VipsFacts): ImageInfo['depth'] {
  if (meta.bitsPerSample === 1 || meta.bitsPerSample === 2 || meta.bitsPerSample === 4)
    return meta.bitsPerSample;
  if (meta.depth === 'ushort') return 16;
  return meta.depth === 'float' ? 32 : 8;
}
