import { equalBytes } from '../../../base/bytes.ts';
import { change } from '../../../api/report/findings.ts';
import type { Change, Findings } from '../../../api/report/report.ts';
import { crc32 } from '../../../base/crc32.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import type { OpcPackage, Part } from '../package/opc-package.ts';
import { isPicture, isAudioOrVideo, pictureType } from '../part-kinds.ts';
import { MAX_ALIKE_PARTS } from '../tuning.ts';

/**
 * Lets all uses of the same picture, sound or video share one part, as office programs do themselves. Other parts may
 * be equal and still be edited apart (a chart's workbook, a master's theme), so they stay.
 */
export const mergeIdenticalParts: PackageStep = {
  name: 'identical-parts',
  async run({ opc, context }: OfficePackage): Promise<Partial<Findings>> {
    const changes: Change[] = [];
    for (const group of groupAlike(opc)) {
      for (const [part, into] of await findTwins(opc, group)) {
        context.signal.throwIfAborted();
        opc.merge(part, into);
        const savedBytes = part.entry?.packed.length ?? part.content?.length ?? 0;
        changes.push(change('parts-merged', { count: 1, savedBytes }));
      }
    }
    return { changes };
  },
};

/** Media of one type and fingerprint: a first sieve, equal fingerprints are compared byte by byte. */
function groupAlike(opc: OpcPackage): readonly Part[][] {
  const groups = new Map<string, Part[]>();
  for (const part of opc.parts) {
    const isMergeable = (isPicture(part) || isAudioOrVideo(part)) && opc.relationshipsOf(part).length === 0;
    if (!isMergeable) continue;
    const key = `${pictureType(part)} ${fingerprint(part)}`;
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return [...groups.values()];
}

function fingerprint(part: Part): string {
  if (part.content) return `${part.content.length} ${crc32(part.content)}`;
  return `${part.entry!.size} ${part.entry!.crc32}`;
}

/** Pairs of a part and an earlier one with the same bytes. */
async function findTwins(opc: OpcPackage, group: readonly Part[]): Promise<[Part, Part][]> {
  const twins: [Part, Part][] = [];
  const kept: Part[] = [];
  for (const part of group) {
    const twin = await findAsync(kept, (other) => hasSameBytes(opc, part, other));
    if (twin) twins.push([part, twin]);
    else if (kept.length < MAX_ALIKE_PARTS) kept.push(part);
  }
  return twins;
}

async function findAsync(
  parts: readonly Part[],
  matches: (part: Part) => Promise<boolean>,
): Promise<Part | undefined> {
  for (const part of parts) if (await matches(part)) return part;
  return undefined;
}

async function hasSameBytes(opc: OpcPackage, a: Part, b: Part): Promise<boolean> {
  const arePacked = !a.content && !b.content && a.entry!.method === b.entry!.method;
  // Equal packed bytes unpack to equal ones: videos need not be unpacked to be compared.
  if (arePacked && equalBytes(a.entry!.packed, b.entry!.packed)) return true;
  return equalBytes(await opc.read(a), await opc.read(b));
}
