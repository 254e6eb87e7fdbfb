import { change } from '../../../api/report/findings.ts';
import type { Findings } from '../../../api/report/report.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import { sourceBytesOf } from '../package/opc-package.ts';
import { findReachableParts } from '../package/reachable-parts.ts';

/**
 * Drops parts that no chain of relationships leads to: no program can find them (ECMA-376 Part 2, 6.5). Where the
 * document lists a page that cannot be found, relationships are damaged or lost: a person may yet want repaired what they led to,
 * so that nothing is dropped.
 */
export const dropUnreachableParts: PackageStep = {
  name: 'unreachable-parts',
  async run(office: OfficePackage): Promise<Partial<Findings>> {
    const { opc, kind } = office;
    if (await kind?.lacksPages(office)) return {};
    const reachable = findReachableParts(opc);
    const dropped = opc.parts.filter((part) => !reachable.has(part));
    if (dropped.length === 0) return {};
    for (const part of dropped) opc.remove(part);
    const savedBytes = dropped.reduce((sum, part) => sum + sourceBytesOf(part), 0);
    return { changes: [change('unused-parts-dropped', { count: dropped.length, savedBytes })] };
  },
};
