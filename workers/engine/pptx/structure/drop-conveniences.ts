import type { OfficePackage, PackageStep } from '../office-package.ts';
import type { Part } from '../package/opc-package.ts';
import { shortType, type Relationship } from '../package/relationships.ts';
import { decodeXml } from '../../xml/read-xml.ts';

/**
 * Drops what office programs make anew or never need: the preview picture, settings of one person's printer, and the
 * log of who changed what. Only where no element of the part that points to it names the relationship.
 */
export const dropConveniences: PackageStep = {
  name: 'conveniences',
  async run({ opc, main, context }: OfficePackage): Promise<void> {
    const thumbnails = opc.dropRelationships(null, ({ type }) => type.endsWith('/metadata/thumbnail'));
    if (thumbnails > 0)
      context.report.changed('thumbnail-dropped', 'Dropped the preview picture of the file.');

    const droppable = opc.relationshipsOf(main).filter((relationship) => DROPPED[shortType(relationship)]);
    if (droppable.length === 0) return;
    const free = await findUnnamed(opc.read(main), droppable);
    for (const relationship of free) {
      opc.dropRelationships(main, ({ id }) => id === relationship.id);
      const { code, detail } = DROPPED[shortType(relationship)]!;
      context.report.changed(code, detail, { count: 1 });
    }
  },
};

const DROPPED: Readonly<Record<string, { code: string; detail: string }>> = {
  printerSettings: { code: 'printer-settings-dropped', detail: 'Dropped settings of a printer.' },
  changesInfo: { code: 'change-log-dropped', detail: 'Dropped the log of who changed what, and when.' },
  revisionInfo: { code: 'change-log-dropped', detail: 'Dropped the log of who changed what, and when.' },
};

/** Relationships whose id the part's XML does not use. */
async function findUnnamed(
  xml: Promise<Uint8Array>,
  relationships: readonly Relationship[],
): Promise<Relationship[]> {
  const text = decodeXml(await xml);
  return relationships.filter(({ id }) => !text.includes(`"${id}"`) && !text.includes(`'${id}'`));
}

/** Bytes that a part takes in the source. */
export function packedBytes(part: Part): number {
  return part.entry?.packed.length ?? 0;
}
