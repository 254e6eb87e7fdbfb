import { SaxesParser } from 'saxes';
import { EngineError, isEngineError } from '../../api/errors.ts';

/** Attributes by their name without prefix: `r:embed` is found as `embed`. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the elements of an XML part in order. Element names come without prefix. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
}

/** Deeper nesting than any program writes; beyond it, stacks of readers are at risk. */
export const MAX_DEPTH = 500;

/**
 * Reads an XML part from start to end. Document type declarations are refused, so there are no entities to expand.
 * Prefixes are dropped instead of resolved: transitional and strict OOXML then read alike, and the names we look for
 * mean one thing in all of their namespaces.
 * @param bytes UTF-8, or UTF-16 with a byte order mark
 * @throws EngineError "damaged" when not well-formed, nested deeper than 500, or with a document type declaration
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw new EngineError('damaged', NOT_READABLE, { cause: error });
  });
  parser.on('doctype', () => {
    throw new EngineError(
      'damaged',
      'The file holds XML with its own document type, which office programs never write. It was not opened.',
    );
  });
  parser.on('opentag', (tag) => {
    if (++depth > MAX_DEPTH) throw new EngineError('damaged', NOT_READABLE);
    handler.open(localName(tag.name), byLocalName(tag.attributes));
  });
  parser.on('closetag', (tag) => {
    depth--;
    handler.close?.(localName(tag.name));
  });
  try {
    parser.write(decodeXml(bytes)).close();
  } catch (error) {
    if (isEngineError(error)) throw error;
    throw new EngineError('damaged', NOT_READABLE, { cause: error });
  }
}

const NOT_READABLE =
  'The file is damaged: part of its XML cannot be read. Open it in your office program, save it and try again.';

/** Text of an XML part by its byte order mark; UTF-8 without one (ECMA-376 Part 2, 6.1.2 allows UTF-8 and UTF-16). */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** Text of XML in UTF-8 without loss, its byte order mark included; null for any other encoding. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const encoding = /^\ufeff?<\?xml[^>]*encoding\s*=\s*["']([^"']+)/.exec(text)?.[1];
    return encoding === undefined || /^utf-?8$/i.test(encoding) ? text : null;
  } catch {
    // Not UTF-8: some other encoding, which is left as it is.
    return null;
  }
}

/** Escapes text for an attribute value in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character]!);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** A name without prefix wins over one with it: `id` is the element's own, `r:id` a reference found under `r:id`. */
function byLocalName(attributes: Record<string, string>): XmlAttributes {
  const result: Record<string, string> = {};
  for (const name in attributes) {
    const colon = name.indexOf(':');
    if (colon < 0) result[name] = attributes[name]!;
    else {
      result[name] = attributes[name]!;
      result[name.slice(colon + 1)] ??= attributes[name]!;
    }
  }
  return result;
}
