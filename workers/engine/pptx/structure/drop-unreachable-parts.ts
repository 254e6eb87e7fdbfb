import { change } from '../../report/findings.ts';
import type { Findings } from '../../report/report.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import { sourceBytesOf } from '../package/opc-package.ts';
import { findReachableParts } from '../package/reachable-parts.ts';

/** Drops parts that no chain of relationships leads to: no program can find them (ECMA-376 Part 2, 6.5). */
export const dropUnreachableParts: PackageStep = {
  name: 'unreachable-parts',
  run({ opc }: OfficePackage): Promise<Partial<Findings>> {
    const reachable = findReachableParts(opc);
    const dropped = opc.parts.filter((part) => !reachable.has(part));
    if (dropped.length === 0) return Promise.resolve({});
    for (const part of dropped) opc.remove(part);
    const savedBytes = dropped.reduce((sum, part) => sum + sourceBytesOf(part), 0);
    return Promise.resolve({
      changes: [change('unused-parts-dropped', { count: dropped.length, savedBytes })],
    });
  },
};
