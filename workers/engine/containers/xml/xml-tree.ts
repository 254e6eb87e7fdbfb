import { SaxesParser } from 'saxes';
import { EngineError, isEngineError } from '../../api/errors.ts';
import { decodeXml, escapeAttribute, MAX_DEPTH } from './read-xml.ts';

/** A name with its prefix, and what it stands for. */
export interface XmlName {
  /** With its prefix. */
  readonly name: string;
  readonly local: string;
  /** Namespace, "" without one. */
  readonly uri: string;
}

export interface XmlAttribute extends XmlName {
  value: string;
}

export interface XmlElement extends XmlName {
  /** Declarations of namespaces are left out. */
  attributes: XmlAttribute[];
  children: (XmlElement | string)[];
}

/** Elements and attributes: each takes a kilobyte of memory, and cameras write some hundred. */
const MAX_NODES = 100_000;

/**
 * Reads a whole document with its namespaces. Comments and processing instructions are left out.
 * @param bytes  UTF-8, or UTF-16 with a byte order mark
 * @param usual  namespaces of prefixes that the document uses without declaring them
 * @throws EngineError "damaged" when not well-formed, nested deeper than 100, of more than 100 000 elements and attributes, or
 *                     with a document type declaration
 */
export function readXmlTree(bytes: Uint8Array, usual: Readonly<Record<string, string>> = {}): XmlElement {
  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    resolvePrefix: (prefix: string) => usual[prefix],
  });
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  const refuse = (cause?: unknown): never => {
    throw new EngineError('damaged', 'The XML in the file is damaged and cannot be read.', { cause });
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  let nodes = 0;
  const countNode = () => {
    if (++nodes > MAX_NODES) refuse();
  };
  parser.on('opentagstart', countNode);
  parser.on('attribute', countNode);
  parser.on('opentag', ({ name, local, uri, attributes }) => {
    const element: XmlElement = {
      name,
      local,
      uri,
      attributes: Object.values(attributes)
        .filter(({ prefix, name: own }) => prefix !== 'xmlns' && own !== 'xmlns')
        .map((each) => ({ name: each.name, local: each.local, uri: each.uri, value: each.value })),
      children: [],
    };
    if (open.length >= MAX_DEPTH) refuse();
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string) => open.at(-1)?.children.push(text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => open.pop());
  try {
    parser.write(decodeXml(bytes)).close();
  } catch (error) {
    if (isEngineError(error)) throw error;
    refuse(error);
  }
  return root ?? refuse();
}

/** An element as text; its namespaces are to be declared above it. */
export function writeXmlElement({ name, attributes, children }: XmlElement): string {
  const content = children.map((child) =>
    typeof child === 'string' ? escapeText(child) : writeXmlElement(child),
  );
  const head = `${name}${attributes.map(writeXmlAttribute).join('')}`;
  return content.length === 0 ? `<${head}/>` : `<${head}>${content.join('')}</${name}>`;
}

/** An attribute as text, with a space before it. */
export function writeXmlAttribute({ name, value }: XmlAttribute): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;');
}
