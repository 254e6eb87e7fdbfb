import { EngineError } from '../../../api/errors.ts';
import { escapeAttribute, readXml } from '../../../containers/xml/read-xml.ts';
import { resolvePartName } from './part-names.ts';

/** One arrow from a part (or the package) to another part or to somewhere outside. */
export interface Relationship {
  readonly id: string;
  /** Type as written: a long address that differs between transitional and strict. Compare with {@link shortType}. */
  readonly type: string;
  /** Target as written. */
  readonly target: string;
  readonly isExternal: boolean;
  /** Part name of an internal target; null for external ones and addresses that name no part. */
  readonly partName: string | null;
}

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/**
 * Reads a relationship part.
 * @param sourceName part the relationships start from; "" for those of the package
 * @throws EngineError "damaged" when not readable or two relationships share an id
 */
export function parseRelationships(bytes: Uint8Array, sourceName: string): Relationship[] {
  const found = new Map<string, Relationship>();
  readXml(bytes, {
    open(name, { Id, Type, Target, TargetMode }) {
      if (name !== 'Relationship') return;
      if (Id === undefined || Type === undefined || Target === undefined || found.has(Id)) {
        throw new EngineError(
          'damaged',
          'The file is damaged: the list of its parts contradicts itself. Open it in your office program, save it and try again.',
        );
      }
      const isExternal = TargetMode === 'External';
      const partName = isExternal ? null : resolvePartName(sourceName, Target);
      found.set(Id, { id: Id, type: Type, target: Target, isExternal, partName });
    },
  });
  return [...found.values()];
}

/** Writes a relationship part, in the order given. */
export function serializeRelationships(relationships: readonly Relationship[]): Uint8Array {
  const items = relationships.map(
    ({ id, type, target, isExternal }) =>
      `<Relationship Id="${escapeAttribute(id)}" Type="${escapeAttribute(type)}" Target="${escapeAttribute(target)}"` +
      `${isExternal ? ' TargetMode="External"' : ''}/>`,
  );
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${NAMESPACE}">${items.join('')}</Relationships>`,
  );
}

/** Last word of a relationship type, the same in transitional, strict and Microsoft's own: "image", "slide", "chart". */
export function shortType(relationship: Relationship): string {
  return relationship.type.slice(relationship.type.lastIndexOf('/') + 1);
}
