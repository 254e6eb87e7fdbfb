import { crc32 } from '../../zip/crc32.ts';
import type { OfficePackage, PackageStep } from '../office-package.ts';
import type { OpcPackage, Part } from '../package/opc-package.ts';
import { isPicture, isSoundOrVideo } from '../part-kinds.ts';

/**
 * Lets all uses of the same picture, sound or film share one part, as office programs do themselves. Other parts may
 * be equal and still be edited apart (a chart's workbook, a master's theme), so they stay.
 */
export const mergeIdenticalParts: PackageStep = {
  name: 'identical-parts',
  async run({ opc, context }: OfficePackage): Promise<void> {
    const groups = new Map<string, Part[]>();
    for (const part of opc.parts) {
      const isMergeable = (isPicture(part) || isSoundOrVideo(part)) && opc.relationshipsOf(part).length === 0;
      if (!isMergeable) continue;
      const key = `${normalType(part.contentType)} ${fingerprint(part)}`;
      groups.set(key, [...(groups.get(key) ?? []), part]);
    }
    for (const group of groups.values()) {
      for (const [part, into] of await findTwins(opc, group)) {
        context.signal.throwIfAborted();
        opc.merge(part, into);
        context.report.changed(
          'identical-parts-merged',
          'Stored pictures, sounds and films once that were there more often.',
          {
            count: 1,
            savedBytes: part.entry?.packed.length ?? part.content?.length ?? 0,
          },
        );
      }
    }
  },
};

/** Pairs of a part and an earlier one with the same bytes. */
async function findTwins(opc: OpcPackage, group: readonly Part[]): Promise<[Part, Part][]> {
  const twins: [Part, Part][] = [];
  const kept: Part[] = [];
  for (const part of group) {
    const twin = await findAsync(kept, (other) => hasSameBytes(opc, part, other));
    if (twin) twins.push([part, twin]);
    else kept.push(part);
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

/** A first sieve only: equal fingerprints are compared byte by byte. */
function fingerprint(part: Part): string {
  if (part.content) return `${part.content.length} ${crc32(part.content)}`;
  return `${part.entry!.size} ${part.entry!.crc32}`;
}

async function hasSameBytes(opc: OpcPackage, a: Part, b: Part): Promise<boolean> {
  const arePacked = !a.content && !b.content && a.entry!.method === b.entry!.method;
  // The same packed bytes unpack to the same: films need not be unpacked to be compared.
  if (arePacked && sameBytes(a.entry!.packed, b.entry!.packed)) return true;
  return sameBytes(await opc.read(a), await opc.read(b));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** "image/jpg" is a common misspelling. */
function normalType(contentType: string): string {
  return contentType === 'image/jpg' ? 'image/jpeg' : contentType;
}
