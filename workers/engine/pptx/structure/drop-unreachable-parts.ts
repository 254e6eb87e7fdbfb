import type { OfficePackage, PackageStep } from '../office-package.ts';
import { findReachableParts } from '../package/reachable-parts.ts';
import { packedBytes } from './drop-conveniences.ts';

/** Drops parts that no chain of relationships leads to: no program can find them (ECMA-376 Part 2, 6.5). */
export const dropUnreachableParts: PackageStep = {
  name: 'unreachable-parts',
  async run({ opc, context }: OfficePackage): Promise<void> {
    const reachable = findReachableParts(opc);
    const lost = opc.parts.filter((part) => !reachable.has(part));
    if (lost.length === 0) return;
    for (const part of lost) opc.remove(part);
    context.report.changed('unused-parts-dropped', 'Dropped parts that nothing in the file uses.', {
      count: lost.length,
      savedBytes: lost.reduce((sum, part) => sum + packedBytes(part), 0),
    });
  },
};
