import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { EngineError } from '../../../api/errors.ts';
import { readZipDirectory } from '../../../containers/zip/zip-directory.ts';
import type { ZipEntry } from '../../../containers/zip/zip-entry.ts';
import { ZipReader, type InflateBudget } from '../../../containers/zip/zip-reader.ts';
import { CONTENT_TYPES_NAME, ContentTypes } from './content-types.ts';
import { PartList } from './part-list.ts';
import { partKey, relationshipPartName, relationshipSource, relativeTarget } from './part-names.ts';
import { parseRelationships, serializeRelationships, type Relationship } from './relationships.ts';
import type { XmlBudget } from './xml-budget.ts';

/** A part of the package: as it came, or with new content. */
export interface Part {
  /** Without leading slash. */
  readonly name: string;
  /** Media type in lower case, "" when the package declares none. */
  readonly contentType: string;
  /** As it lies in the source archive; undefined for a part that is new. */
  readonly entry?: ZipEntry;
  /** New content; undefined while the part is as it came. */
  readonly content?: Uint8Array;
}

/** Bytes that a part takes in the source archive; 0 for one that is new. */
export function sourceBytesOf({ entry }: Part): number {
  return entry?.packed.length ?? 0;
}

interface RelationshipList {
  readonly entry?: ZipEntry;
  items: Relationship[];
  isChanged: boolean;
}

/** Shared by a file and all that is embedded in it. */
export interface PackageBudgets {
  readonly inflateBudget: InflateBudget;
  readonly xmlBudget: XmlBudget;
}

/** Where a relationship stands. */
interface Place {
  readonly sourceKey: string;
  readonly list: RelationshipList;
  readonly index: number;
}

/**
 * An Open Packaging Conventions package (ECMA-376 Part 2) that can be changed part by part. Parts stay packed until
 * they are read; content types and relationships follow every change.
 */
export class OpcPackage {
  private readonly reader: ZipReader;
  private readonly types: ContentTypes;
  private readonly typesEntry: ZipEntry;
  private readonly list = new PartList<Part>();
  private readonly relationships = new Map<string, RelationshipList>();
  /** Places of the relationships to each part, by its key; null until they are asked for. */
  private places: Map<string, Place[]> | null = null;

  private constructor(reader: ZipReader, typesEntry: ZipEntry, types: ContentTypes) {
    this.reader = reader;
    this.typesEntry = typesEntry;
    this.types = types;
  }

  /**
   * Opens a package and reads its content types and all relationships, nothing else.
   * @throws EngineError "unsupported" when the zip is no office package, "damaged" or "limit-exceeded" as the zip reader
   */
  static async open(
    source: Uint8Array,
    deflate: DeflateCodec,
    { inflateBudget, xmlBudget }: PackageBudgets,
  ): Promise<OpcPackage> {
    const entries = readZipDirectory(source);
    const typesEntry = entries.find(({ name }) => partKey(name) === partKey(CONTENT_TYPES_NAME));
    if (!typesEntry) {
      throw new EngineError(
        'unsupported',
        'This is a zip archive, not an office document. Unpack it and compress the files inside.',
      );
    }
    const reader = new ZipReader(deflate, inflateBudget);
    xmlBudget.takeNeeded(typesEntry.size);
    const types = ContentTypes.parse(await reader.read(typesEntry));
    const opened = new OpcPackage(reader, typesEntry, types);
    for (const entry of entries) if (entry !== typesEntry) await opened.add(entry, xmlBudget);
    return opened;
  }

  /** All parts in the order of the source, without content types and relationship parts. */
  get parts(): readonly Part[] {
    return this.list.all;
  }

  /** Bytes that all parts take in the source archive, packed. */
  get sourceBytes(): number {
    return this.parts.reduce((sum, part) => sum + sourceBytesOf(part), 0);
  }

  find(name: string): Part | undefined {
    return this.list.find(name);
  }

  /** Unpacked content of a part. @throws EngineError "damaged" or "limit-exceeded" */
  async read(part: Part): Promise<Uint8Array> {
    return part.content ?? this.reader.read(part.entry!);
  }

  /** Relationships that start from a part; those of the package for null. */
  relationshipsOf(part: Part | null): readonly Relationship[] {
    return this.relationships.get(partKey(part?.name ?? ''))?.items ?? [];
  }

  /** The part that a relationship points to; undefined for external and dangling ones. */
  target(relationship: Relationship): Part | undefined {
    return relationship.partName === null ? undefined : this.find(relationship.partName);
  }

  /** The relationships that lead to a part, by the part that they start from; null for the package. */
  relationshipsTo(part: Part): Map<Part | null, readonly Relationship[]> {
    const found = new Map<Part | null, Relationship[]>();
    for (const { sourceKey, list, index } of this.placesOf(part)) {
      const source = sourceKey === '' ? null : this.find(sourceKey);
      // Relationships of a part that is not there.
      if (source === undefined) continue;
      const known = found.get(source) ?? [];
      found.set(source, known);
      known.push(list.items[index]!);
    }
    return found;
  }

  /** Gives a part new content. @returns the part as it is now */
  replace(part: Part, content: Uint8Array): Part {
    const changed = { ...part, content };
    this.list.put(changed);
    return changed;
  }

  /** Gives a part new content, name and type; every relationship follows. The part has no relationships of its own. */
  replaceAs(part: Part, name: string, contentType: string, content: Uint8Array): Part {
    const renamed: Part = { name, contentType, content };
    this.list.replace(part, renamed);
    this.types.forget(part.name);
    this.types.declare(name, contentType);
    this.redirect(part, renamed);
    return renamed;
  }

  /** Redirects every relationship from one part to another, and removes the first. */
  merge(part: Part, into: Part): void {
    this.redirect(part, into);
    this.remove(part);
  }

  /** Removes a part with its own relationships. Relationships to it are the caller's to drop first. */
  remove(part: Part): void {
    this.list.remove(part);
    this.relationships.delete(partKey(part.name));
    this.types.forget(part.name);
  }

  /** Drops relationships. @returns how many */
  dropRelationships(part: Part | null, isDropped: (relationship: Relationship) => boolean): number {
    const list = this.relationships.get(partKey(part?.name ?? ''));
    const kept = list?.items.filter((relationship) => !isDropped(relationship)) ?? [];
    const dropped = (list?.items.length ?? 0) - kept.length;
    if (list && dropped > 0) {
      list.items = kept;
      list.isChanged = true;
      this.places = null;
    }
    return dropped;
  }

  /**
   * Everything the archive will hold, in its order: content types, relationships of the package, then each part
   * followed by its relationships.
   */
  contents(): Part[] {
    this.types.keepOnly((name) => this.find(name) !== undefined);
    // Some programs declare each of these by name, and those names are no parts here.
    this.types.declare(relationshipPartName(''), RELATIONSHIPS_TYPE);
    const all: Part[] = [
      this.types.changed
        ? { name: CONTENT_TYPES_NAME, contentType: 'application/xml', content: this.types.serialize() }
        : { name: CONTENT_TYPES_NAME, contentType: 'application/xml', entry: this.typesEntry },
      ...this.relationshipPart(''),
    ];
    for (const part of this.parts) all.push(part, ...this.relationshipPart(part.name));
    return all;
  }

  private async add(entry: ZipEntry, xmlBudget: XmlBudget): Promise<void> {
    const source = relationshipSource(entry.name);
    if (source === null) {
      this.list.put({ name: entry.name, contentType: this.types.of(entry.name), entry });
      return;
    }
    xmlBudget.takeNeeded(entry.size);
    const items = parseRelationships(await this.reader.read(entry), source);
    xmlBudget.takeRelationships(items.length);
    this.relationships.set(partKey(source), { entry, items, isChanged: false });
  }

  /** Goes to the relationships that change and to no others: thousands of parts may be merged, with as many in each list. */
  private redirect(from: Part, to: Part): void {
    const moved = this.placesOf(from);
    const places = this.places!;
    places.delete(partKey(from.name));
    const joined = placesFor(places, partKey(to.name));
    for (const place of moved) {
      const { sourceKey, list, index } = place;
      const source = this.find(sourceKey)?.name ?? '';
      const target = relativeTarget(source, to.name);
      list.items[index] = { ...list.items[index]!, target, partName: to.name };
      list.isChanged = true;
      joined.push(place);
    }
  }

  private placesOf(part: Part): readonly Place[] {
    this.places ??= this.findPlaces();
    return this.places.get(partKey(part.name)) ?? [];
  }

  private findPlaces(): Map<string, Place[]> {
    const places = new Map<string, Place[]>();
    for (const [sourceKey, list] of this.relationships)
      list.items.forEach(({ partName }, index) => {
        if (partName !== null) placesFor(places, partKey(partName)).push({ sourceKey, list, index });
      });
    return places;
  }

  private relationshipPart(sourceName: string): Part[] {
    const list = this.relationships.get(partKey(sourceName));
    if (!list || list.items.length === 0) return [];
    const name = relationshipPartName(sourceName);
    const contentType = RELATIONSHIPS_TYPE;
    if (!list.isChanged && list.entry) return [{ name: list.entry.name, contentType, entry: list.entry }];
    return [{ name, contentType, content: serializeRelationships(list.items) }];
  }
}

const RELATIONSHIPS_TYPE = 'application/vnd.openxmlformats-package.relationships+xml';

function placesFor(places: Map<string, Place[]>, key: string): Place[] {
  const known = places.get(key) ?? [];
  places.set(key, known);
  return known;
}
