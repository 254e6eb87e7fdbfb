import type { PictureUse, Sides } from '../drawing/picture-use.ts';
import { rewriteCrops } from '../drawing/rewrite-crops.ts';
import type { OpcPackage, Part } from '../package/opc-package.ts';
import { shortType } from '../package/relationships.ts';
import type { WorkBudget } from '../../../budget/work-budget.ts';
import type { Area } from './crop-raster.ts';
import { WORK_MS } from '../../../budget/work-costs.ts';
import { RESIZING_SCALE } from '../../pictures/tuning.ts';
import { CROP_MARGIN_PX } from '../tuning.ts';

/** A picture without what no page shows of it. */
export interface HiddenAreaPlan {
  /** What stays, px. */
  readonly crop: Area;
  /** How that part is shown. */
  readonly use: PictureUse;
  /** Pages with their crops rewritten. */
  readonly pages: ReadonlyMap<Part, Uint8Array>;
}

export interface HiddenAreaRequest {
  readonly use: PictureUse;
  /** Of the picture, px. */
  readonly size: { readonly width: number; readonly height: number };
  /** Once spent, pages stay as they are. */
  readonly budget: WorkBudget;
}

/**
 * Plans to cut off what is cropped away wherever a picture is shown.
 * @returns null where it would gain little, or a page cannot be rewritten with certainty
 */
export async function planHiddenAreas(
  opc: OpcPackage,
  picture: Part,
  { use, size, budget }: HiddenAreaRequest,
): Promise<HiddenAreaPlan | null> {
  const crop = keptArea(use.visible, size);
  if (!crop || crop.width * crop.height > RESIZING_SCALE * size.width * size.height) return null;
  const kept: Sides = {
    left: crop.x / size.width,
    top: crop.y / size.height,
    right: (crop.x + crop.width) / size.width,
    bottom: (crop.y + crop.height) / size.height,
  };
  const pages = await rewritePages(opc, picture, kept, budget);
  if (!pages) return null;
  const visibleUse = {
    ...use,
    widthEmu: use.widthEmu * (kept.right - kept.left),
    heightEmu: use.heightEmu * (kept.bottom - kept.top),
  };
  return { crop, use: visibleUse, pages };
}

function keptArea({ left, top, right, bottom }: Sides, size: { width: number; height: number }): Area | null {
  const x = Math.max(0, Math.floor(left * size.width) - CROP_MARGIN_PX);
  const y = Math.max(0, Math.floor(top * size.height) - CROP_MARGIN_PX);
  const width = Math.min(size.width, Math.ceil(right * size.width) + CROP_MARGIN_PX) - x;
  const height = Math.min(size.height, Math.ceil(bottom * size.height) + CROP_MARGIN_PX) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

async function rewritePages(
  opc: OpcPackage,
  picture: Part,
  kept: Sides,
  budget: WorkBudget,
): Promise<Map<Part, Uint8Array> | null> {
  const pages = new Map<Part, Uint8Array>();
  for (const [page, uses] of opc.relationshipsTo(picture)) {
    const isDrawn = uses.every((relationship) => shortType(relationship) === 'image');
    const ids = new Set(uses.map(({ id }) => id));
    const source = page && isDrawn && !budget.isSpent ? await opc.read(page) : null;
    budget.charge(((source?.length ?? 0) / 1e6) * WORK_MS.rewriteXmlPerMb);
    const rewritten = source && rewriteCrops(source, ids, kept);
    if (!page || !rewritten) return null;
    pages.set(page, rewritten);
  }
  return pages;
}
