import { isEngineError } from '../../errors.ts';
import type { Raster } from '../../raster.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import type { Part } from '../package/opc-package.ts';
import { freePartName } from '../package/part-names.ts';
import { findEmfBitmap, isEmf } from './emf-bitmap.ts';
import { findWmfBitmap, isPlaceableWmf } from './wmf-bitmap.ts';

/**
 * Stores metafiles as PNG that hold nothing but one bitmap, which office programs make of pasted pictures. The step for
 * pictures then treats them like any other. Drawings stay.
 */
export const replaceBitmapMetafiles: PackageStep = {
  name: 'metafiles',
  async run({ opc, context }: OfficePackage): Promise<void> {
    for (const part of opc.parts.filter(isMetafile)) {
      context.signal.throwIfAborted();
      const bytes = await opc.read(part);
      const raster = readBitmap(bytes);
      if (!raster) continue;
      const png = await context.codecs.image.encodePng(raster);
      const name = freePartName(part.name, 'png', (taken) => opc.find(taken) !== undefined);
      opc.replaceAs(part, name, 'image/png', png);
      context.report.changed('metafiles-converted', 'Stored metafiles that were a single picture as such.', {
        count: 1,
      });
    }
  },
};

/** Parts with relationships of their own are something else. */
function isMetafile({ contentType }: Part): boolean {
  return /^image\/(x-)?[ew]mf$/.test(contentType);
}

/** @returns null for drawings and for bitmaps in unusual forms, which stay as they are */
function readBitmap(bytes: Uint8Array): Raster | null {
  try {
    if (isEmf(bytes)) return findEmfBitmap(bytes);
    return isPlaceableWmf(bytes) ? findWmfBitmap(bytes) : null;
  } catch (error) {
    if (isEngineError(error)) return null;
    throw error;
  }
}
