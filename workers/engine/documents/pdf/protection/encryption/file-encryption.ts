import type { CipherCodec } from '../../../../codecs/ports/cipher-codec.ts';
import { MAX_DEPTH, type PdfDocument } from '../../model/document.ts';
import {
  nameOf,
  numberOf,
  PdfDict,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfObject,
} from '../../model/objects.ts';
import { keyWithoutPassword, type KeyFacts } from './file-key.ts';
import { ObjectCipher, type CryptMethod, type ObjectId } from './object-cipher.ts';

/** The encryption of a file that opens without a password. What is written with it opens as the file did. */
export class FileEncryption {
  /** As it stands in the file, without references. */
  readonly dict: PdfDict;
  private readonly cipher: ObjectCipher;
  private readonly methods: CryptMethods;

  private constructor(dict: PdfDict, cipher: ObjectCipher, methods: CryptMethods) {
    this.dict = dict;
    this.cipher = cipher;
    this.methods = methods;
  }

  /**
   * @param file as read, still encrypted
   * @returns undefined where the file needs a password, or is encrypted in another way than the standard one
   */
  static open(file: PdfDocument, ciphers: CipherCodec): FileEncryption | undefined {
    const dict = withoutReferences(file, file.trailer.get('Encrypt') ?? null);
    if (!(dict instanceof PdfDict) || nameOf(dict.get('Filter')) !== 'Standard') return undefined;
    const methods = methodsOf(dict);
    const facts = factsOf(dict, file);
    const key = methods && facts && keyWithoutPassword(facts, ciphers);
    return key && new FileEncryption(dict, new ObjectCipher(key, ciphers), methods);
  }

  /** An object as it is meant. @throws EngineError "damaged" */
  decrypt(object: PdfObject, id: ObjectId): PdfObject {
    // Cross-reference streams are not encrypted, and neither are the identifiers in them (ISO 32000-2, 7.5.8.2).
    if (object instanceof PdfStream && nameOf(object.dict.get('Type')) === 'XRef') return object;
    const plain = withStrings(object, (bytes) => this.cipher.decrypt(bytes, this.methods.strings, id));
    if (!(plain instanceof PdfStream)) return plain;
    return new PdfStream(plain.dict, this.cipher.decrypt(plain.data, this.methodFor(plain.dict), id));
  }

  /** An object as it is written under a number; of a stream, dictionary and data. */
  encrypt(object: PdfObject, num: number): PdfObject {
    const id = { num, generation: 0 };
    const hidden = withStrings(object, (bytes) => this.cipher.encrypt(bytes, this.methods.strings, id));
    if (!(hidden instanceof PdfStream)) return hidden;
    return new PdfStream(hidden.dict, this.cipher.encrypt(hidden.data, this.methodFor(hidden.dict), id));
  }

  private methodFor(dict: PdfDict): CryptMethod {
    const { named, streams, files, hasOpenMetadata } = this.methods;
    const type = nameOf(dict.get('Type'));
    const filter = cryptFilterOf(dict);
    if (filter !== undefined) return named(filter);
    if (type === 'Metadata' && hasOpenMetadata) return 'None';
    return type === 'EmbeddedFile' ? files : streams;
  }
}

interface CryptMethods {
  readonly strings: CryptMethod;
  readonly streams: CryptMethod;
  /** Of attached files. */
  readonly files: CryptMethod;
  readonly hasOpenMetadata: boolean;
  /** Of a stream that names its own filter. */
  readonly named: (filter: string) => CryptMethod;
}

/** Source: ISO 32000-2, tables 20 and 25. */
function methodsOf(dict: PdfDict): CryptMethods | undefined {
  const version = dict.get('V');
  if (version === 1 || version === 2)
    return { strings: 'V2', streams: 'V2', files: 'V2', hasOpenMetadata: false, named: () => 'None' };
  const filters = dict.get('CF');
  if ((version !== 4 && version !== 5) || !(filters instanceof PdfDict)) return undefined;
  const known = knownMethods(filters);
  const named = (name: string): CryptMethod | undefined => known.get(name);
  const [strings, streams] = ['StrF', 'StmF'].map((key) => named(nameOf(dict.get(key)) ?? 'Identity'));
  const files = named(nameOf(dict.get('EFF')) ?? nameOf(dict.get('StmF')) ?? 'Identity');
  if (!strings || !streams || !files) return undefined;
  const hasOpenMetadata = dict.get('EncryptMetadata') === false;
  return { strings, streams, files, hasOpenMetadata, named: (name) => known.get(name) ?? 'None' };
}

/** The methods of crypt filters, by the filter's name. */
function knownMethods(filters: PdfDict): Map<string, CryptMethod> {
  const known = new Map<string, CryptMethod>([['Identity', 'None']]);
  for (const [name, filter] of filters.map) {
    const method = filter instanceof PdfDict ? (nameOf(filter.get('CFM')) ?? 'None') : '';
    if (method === 'None' || method === 'V2' || method === 'AESV2' || method === 'AESV3')
      known.set(name, method);
  }
  return known;
}

/** The name of a stream's own crypt filter. Source: ISO 32000-2, 7.4.10: it is the first filter. */
function cryptFilterOf(dict: PdfDict): string | undefined {
  const [filter, parameters] = [dict.get('Filter'), dict.get('DecodeParms')];
  if (nameOf(Array.isArray(filter) ? filter[0] : filter) !== 'Crypt') return undefined;
  const own = Array.isArray(parameters) ? parameters[0] : parameters;
  return (own instanceof PdfDict ? nameOf(own.get('Name')) : undefined) ?? 'Identity';
}

function factsOf(dict: PdfDict, { trailer }: PdfDocument): KeyFacts | undefined {
  const [revision, version, permissions] = [dict.get('R'), dict.get('V'), numberOf(dict.get('P'))];
  if (typeof revision !== 'number' || permissions === undefined) return undefined;
  if (revision < 2 || revision > 6) return undefined;
  const bits = dict.get('Length');
  const length = version === 1 ? 40 : version === 4 ? 128 : typeof bits === 'number' ? bits : 40;
  const ids = trailer.get('ID');
  return {
    revision,
    keyBytes: Math.min(16, Math.max(5, length >> 3)),
    owner: bytesOf(dict.get('O')),
    user: bytesOf(dict.get('U')),
    userKey: bytesOf(dict.get('UE')),
    permissions: permissions | 0,
    encryptsMetadata: dict.get('EncryptMetadata') !== false,
    id: Array.isArray(ids) ? bytesOf(ids[0]) : new Uint8Array(0),
  };
}

function bytesOf(object: PdfObject | undefined): Uint8Array {
  return object instanceof PdfString ? object.bytes : new Uint8Array(0);
}

/** A copy with other strings; data of streams is shared. */
function withStrings(object: PdfObject, change: (bytes: Uint8Array) => Uint8Array, depth = 0): PdfObject {
  if (depth > MAX_DEPTH) return null;
  const inside = (item: PdfObject): PdfObject => withStrings(item, change, depth + 1);
  if (object instanceof PdfString) return new PdfString(change(object.bytes));
  if (Array.isArray(object)) return object.map(inside);
  if (object instanceof PdfDict)
    return new PdfDict([...object.map].map(([key, value]) => [key, inside(value)] as const));
  if (object instanceof PdfStream) return new PdfStream(inside(object.dict) as PdfDict, object.data);
  return object;
}

/** Levels of dictionaries in each other: encryption dictionaries have three. */
const MAX_LEVELS = 8;

function withoutReferences(file: PdfDocument, object: PdfObject, level = 0): PdfObject {
  const value = object instanceof PdfRef ? file.resolve(object) : object;
  if (level > MAX_LEVELS) return null;
  if (Array.isArray(value)) return value.map((item) => withoutReferences(file, item, level + 1));
  if (!(value instanceof PdfDict)) return value;
  return new PdfDict(
    [...value.map].map(([key, item]) => [key, withoutReferences(file, item, level + 1)] as const),
  );
}
