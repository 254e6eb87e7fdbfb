import { escapeAttribute, readXml } from '../../../containers/xml/read-xml.ts';
import { extensionOf, partKey } from './part-names.ts';

export const CONTENT_TYPES_NAME = '[Content_Types].xml';
const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/content-types';

/** Media types of a package's parts: by extension, or by name for exceptions (ECMA-376 Part 2, 6.2.3). */
export class ContentTypes {
  private readonly defaults = new Map<string, string>();
  private readonly overrides = new Map<string, { name: string; type: string }>();
  private isChanged = false;

  /** @throws EngineError "damaged" when not readable */
  static parse(bytes: Uint8Array): ContentTypes {
    const types = new ContentTypes();
    readXml(bytes, {
      open(name, { Extension, PartName, ContentType = '' }) {
        if (name === 'Default' && Extension) types.defaults.set(Extension.toLowerCase(), ContentType);
        if (name === 'Override' && PartName) {
          const part = PartName.replace(/^\//, '');
          types.overrides.set(partKey(part), { name: part, type: ContentType });
        }
      },
    });
    return types;
  }

  /** Media type of a part in lower case; "" when none is declared. */
  of(partName: string): string {
    const type =
      this.overrides.get(partKey(partName))?.type ?? this.defaults.get(extensionOf(partName)) ?? '';
    return type.toLowerCase();
  }

  /** Whether the list differs from what was parsed. */
  get changed(): boolean {
    return this.isChanged;
  }

  /** Declares a part's type: by its extension where that is free or the same, else by its name. */
  declare(partName: string, type: string): void {
    if (this.of(partName) === type) return;
    this.isChanged = true;
    const extension = extensionOf(partName);
    if (extension && !this.defaults.has(extension)) this.defaults.set(extension, type);
    else this.overrides.set(partKey(partName), { name: partName, type });
  }

  /** Forgets a part that is gone. */
  forget(partName: string): void {
    if (this.overrides.delete(partKey(partName))) this.isChanged = true;
  }

  /** Drops entries by name for parts that do not exist. */
  keepOnly(exists: (partName: string) => boolean): void {
    for (const { name } of [...this.overrides.values()]) if (!exists(name)) this.forget(name);
  }

  serialize(): Uint8Array {
    const defaults = [...this.defaults].map(
      ([extension, type]) =>
        `<Default Extension="${escapeAttribute(extension)}" ContentType="${escapeAttribute(type)}"/>`,
    );
    const overrides = [...this.overrides.values()].map(
      ({ name, type }) =>
        `<Override PartName="/${escapeAttribute(name)}" ContentType="${escapeAttribute(type)}"/>`,
    );
    return new TextEncoder().encode(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="${NAMESPACE}">${defaults.join('')}${overrides.join('')}</Types>`,
    );
  }
}
