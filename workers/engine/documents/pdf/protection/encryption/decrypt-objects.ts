import type { CipherCodec } from '../../../../codecs/ports/cipher-codec.ts';
import { isEngineError } from '../../../../api/errors.ts';
import { PdfDocument } from '../../model/document.ts';
import { PdfRef, type PdfDict, type PdfObject } from '../../model/objects.ts';
import { FileEncryption } from './file-encryption.ts';

/**
 * Decrypts the objects of a file that opens without a password, in place, and takes the encryption out of its trailer. What
 * object streams hold is decrypted with them.
 * @param generations of the objects that have another one than 0
 * @returns undefined where the file is not encrypted, needs a password or breaks the rules: then all stays as it was
 */
export function decryptObjects(
  objects: Map<number, PdfObject>,
  trailer: PdfDict,
  generations: ReadonlyMap<number, number>,
  ciphers: CipherCodec,
): FileEncryption | undefined {
  const reference = trailer.get('Encrypt');
  if (reference === undefined) return undefined;
  const encryption = FileEncryption.open(new PdfDocument(objects, trailer, ''), ciphers);
  if (!encryption) return undefined;
  const own = reference instanceof PdfRef ? reference.num : undefined;
  const plain: [number, PdfObject][] = [];
  try {
    for (const [num, object] of objects) {
      if (num === own) continue;
      plain.push([num, encryption.decrypt(object, { num, generation: generations.get(num) ?? 0 })]);
    }
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return undefined;
  }
  for (const [num, object] of plain) objects.set(num, object);
  if (own !== undefined) objects.delete(own);
  trailer.delete('Encrypt');
  return encryption;
}
