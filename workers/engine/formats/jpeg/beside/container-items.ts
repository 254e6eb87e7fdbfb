import { CONTAINER, elementsIn, GAIN_MAP, ITEM, type Xmp } from '../../../metadata/xmp.ts';
import type { XmlElement } from '../../../containers/xml/xml-tree.ts';
import type { GainMap } from '../gain-map.ts';
import type { FollowingPicture } from './multi-picture.ts';

/** An item of a container's directory after the first one, which is the picture itself. */
export interface Item {
  readonly element: XmlElement;
  /** Whether it says so, or does not say what it is. */
  readonly isPicture: boolean;
  readonly start: number;
  readonly length: number;
}

/** The items in the order of the file: each follows the one before and its padding. */
export function itemsOf(xmp: Xmp | null, trailingBytes: number): Item[] {
  const [first, ...others] = itemElements(xmp);
  if (!first) return [];
  let at = numberIn(first, 'Padding');
  const items = others.map((element) => {
    const isPicture = /^image\//.test(fieldIn(element, 'Mime')?.value ?? 'image/');
    const item = { element, isPicture, start: at, length: numberIn(element, 'Length') };
    at += item.length + numberIn(element, 'Padding');
    return item;
  });
  return at <= trailingBytes ? items : [];
}

function itemElements(xmp: Xmp | null): XmlElement[] {
  const isItem = ({ local, uri }: XmlElement): boolean =>
    local === 'Item' && uri.startsWith('http://ns.google.com/');
  const below = (element: XmlElement): XmlElement[] =>
    isItem(element) ? [element] : elementsIn(element).flatMap(below);
  return (xmp?.elements ?? []).flatMap(below);
}

function fieldIn(
  item: XmlElement,
  name: string,
): { value: string; set: (value: string) => void } | undefined {
  const attribute = item.attributes.find(({ local }) => local === name);
  if (attribute) return { value: attribute.value, set: (value) => (attribute.value = value) };
  const element = elementsIn(item).find(({ local }) => local === name);
  return element && { value: element.children.join(''), set: (value) => (element.children = [value]) };
}

function numberIn(item: XmlElement, name: string): number {
  const value = Number(fieldIn(item, name)?.value ?? 0);
  return Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** What follows a picture in its result. */
interface WrittenPictures {
  /** Those of the source. */
  readonly pictures: readonly FollowingPicture[];
  /** Of those that are written. */
  readonly lengths: ReadonlyMap<FollowingPicture | null, number>;
  /** Whether the bytes between them are written as well. */
  readonly keepsGaps: boolean;
}

/** A description whose items have the lengths of the result, and which lists none that is gone. */
export function withLengths(
  xmp: Xmp,
  items: readonly Item[],
  { pictures, lengths, keepsGaps }: WrittenPictures,
): Xmp {
  const gone = new Set<XmlElement>();
  const [first, ...others] = itemElements(xmp);
  for (const element of others) {
    const picture = pictureOf(element, items, pictures);
    const length = picture && lengths.get(picture);
    // What is in no picture is among the bytes between them.
    if (picture ? length === undefined : !keepsGaps) gone.add(element);
    else if (length !== undefined) fieldIn(element, 'Length')?.set(String(length));
    if (!keepsGaps) fieldIn(element, 'Padding')?.set('0');
  }
  if (first) {
    if (!keepsGaps) fieldIn(first, 'Padding')?.set('0');
    // A length of the picture itself is not needed, and not known yet.
    fieldIn(first, 'Length')?.set('0');
  }
  return { ...xmp, elements: xmp.elements.map((element) => withoutItems(element, gone)) };
}

function pictureOf(
  element: XmlElement,
  items: readonly Item[],
  pictures: readonly FollowingPicture[],
): FollowingPicture | undefined {
  const start = items.find((item) => item.element === element)?.start;
  const isMap = fieldIn(element, 'Semantic')?.value === 'GainMap';
  return pictures.find((each) => (isMap ? each.role === 'gain-map' : each.start === start));
}

/** An element without items that are gone, and without entries of lists that held one. */
function withoutItems(element: XmlElement, gone: ReadonlySet<XmlElement>): XmlElement {
  const isGone = (child: XmlElement): boolean =>
    gone.has(child) || (child.local === 'li' && elementsIn(child).some((item) => gone.has(item)));
  return {
    ...element,
    children: element.children
      .filter((child) => typeof child === 'string' || !isGone(child))
      .map((child) => (typeof child === 'string' ? child : withoutItems(child, gone))),
  };
}

/** A description of a gain map, where its kind needs one. */
export function announced(xmp: Xmp | null, { info }: GainMap, map: Uint8Array): Xmp | null {
  if (!info.properties) return xmp;
  const version = {
    name: 'hdrgm:Version',
    local: 'Version',
    uri: GAIN_MAP,
    value: info.properties.get('Version')?.[0] ?? '1.0',
  };
  const isListed = itemElements(xmp).length > 0;
  return {
    attributes: [...(xmp?.attributes ?? []).filter(({ uri }) => uri !== GAIN_MAP), version],
    elements: [
      ...(xmp?.elements ?? []).filter(({ uri }) => uri !== GAIN_MAP),
      ...(isListed ? [] : [directoryOf(map.length)]),
    ],
  };
}

/** A directory of a picture and its gain map. */
function directoryOf(mapBytes: number): XmlElement {
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  const element = (prefix: string, uri: string, local: string, children: XmlElement[]): XmlElement => ({
    name: `${prefix}:${local}`,
    local,
    uri,
    attributes: [],
    children,
  });
  const item = (fields: Readonly<Record<string, string>>): XmlElement => ({
    ...element('rdf', rdf, 'li', [
      {
        ...element('Container', CONTAINER, 'Item', []),
        attributes: Object.entries(fields).map(([local, value]) => ({
          name: `Item:${local}`,
          local,
          uri: ITEM,
          value,
        })),
      },
    ]),
    attributes: [{ name: 'rdf:parseType', local: 'parseType', uri: rdf, value: 'Resource' }],
  });
  const items = [
    item({ Semantic: 'Primary', Mime: 'image/jpeg' }),
    item({ Semantic: 'GainMap', Mime: 'image/jpeg', Length: String(mapBytes) }),
  ];
  return element('Container', CONTAINER, 'Directory', [element('rdf', rdf, 'Seq', items)]);
}
