import { isEngineError } from '../../../api/errors.ts';
import type { Raster } from '../../../base/raster.ts';
import { change, joinFindings } from '../../../api/report/findings.ts';
import type { Findings } from '../../../api/report/report.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import type { Part } from '../package/opc-package.ts';
import { freePartName } from '../package/part-names.ts';
import { tryPart } from '../try-part.ts';
import { findEmfBitmap, isEmf } from './emf-bitmap.ts';
import { findWmfBitmap, isPlaceableWmf } from './wmf-bitmap.ts';
import { MAX_METAFILES } from '../tuning.ts';

/**
 * Stores metafiles as PNG that hold nothing but one bitmap, which office programs make of pasted pictures. The step for
 * pictures then treats them like any other. Drawings stay.
 */
export const replaceBitmapMetafiles: PackageStep = {
  name: 'metafiles',
  async run(office: OfficePackage): Promise<Partial<Findings>> {
    const { opc, context } = office;
    const found: Partial<Findings>[] = [];
    for (const part of opc.parts.filter(isMetafile).slice(0, MAX_METAFILES)) {
      context.signal.throwIfAborted();
      found.push(await tryPart(context, 'picture-unreadable', () => replaceOne(office, part)));
    }
    return joinFindings(...found);
  },
};

async function replaceOne({ opc, context }: OfficePackage, part: Part): Promise<Partial<Findings>> {
  const raster = readBitmap(await opc.read(part));
  if (!raster) return {};
  const png = await context.codecs.image.encodePng(raster);
  const name = freePartName(part.name, 'png', (taken) => opc.find(taken) !== undefined);
  opc.replaceAs(part, name, 'image/png', png);
  return { changes: [change('metafiles-converted', { count: 1 })] };
}

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
