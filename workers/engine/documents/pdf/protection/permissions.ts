import { numberOf, type PdfDict } from '../model/objects.ts';

/** What an owner may forbid, by the bit of the permissions that allows it, counted from 1 (ISO 32000-1, table 22). */
const RIGHTS: readonly (readonly [bit: number, right: string])[] = [
  [3, 'printing it'],
  [4, 'changing it'],
  [5, 'copying from it'],
  [6, 'commenting on it'],
  [9, 'filling in its forms'],
  [11, 'rearranging its pages'],
];

/**
 * What an encrypted document forbids to a person who opens it without the owner's password.
 * @param encryption the dictionary `Encrypt`
 */
export function forbiddenRights(encryption: PdfDict | undefined): string[] {
  const permissions = numberOf(encryption?.get('P')) ?? -1;
  return RIGHTS.filter(([bit]) => (permissions & (1 << (bit - 1))) === 0).map(([, right]) => right);
}
