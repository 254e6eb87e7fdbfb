import { change } from '../../../api/report/findings.ts';
import type { ChangeCode } from '../../../api/report/report-codes.ts';
import type { Change, Findings } from '../../../api/report/report.ts';
import { decodeXml } from '../../../containers/xml/read-xml.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import { shortType, type Relationship } from '../package/relationships.ts';

/**
 * Drops what office programs make anew or never need: the preview picture, settings of one person's printer, and the
 * log of who changed what. Only where no element of the part that points to it names the relationship.
 */
export const dropConveniences: PackageStep = {
  name: 'conveniences',
  async run({ opc, main }: OfficePackage): Promise<Partial<Findings>> {
    const changes: Change[] = [];
    const thumbnails = opc.dropRelationships(null, ({ type }) => type.endsWith('/metadata/thumbnail'));
    if (thumbnails > 0) changes.push(change('thumbnail-dropped'));

    const droppable = opc.relationshipsOf(main).filter((relationship) => DROPPED[shortType(relationship)]);
    if (droppable.length === 0) return { changes };
    for (const relationship of findUnnamed(await opc.read(main), droppable)) {
      opc.dropRelationships(main, ({ id }) => id === relationship.id);
      changes.push(change(DROPPED[shortType(relationship)]!, { count: 1 }));
    }
    return { changes };
  },
};

/** By short type of the relationship. */
const DROPPED: Readonly<Record<string, ChangeCode>> = {
  printerSettings: 'printer-settings-dropped',
  changesInfo: 'change-log-dropped',
  revisionInfo: 'change-log-dropped',
};

/** Relationships whose id the part's XML does not use. */
function findUnnamed(xml: Uint8Array, relationships: readonly Relationship[]): Relationship[] {
  const text = decodeXml(xml);
  return relationships.filter(({ id }) => !text.includes(`"${id}"`) && !text.includes(`'${id}'`));
}
