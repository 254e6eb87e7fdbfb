import type { OpcPackage, Part } from './opc-package.ts';
import { shortType } from './relationships.ts';

/** The main part: where `_rels/.rels` says the office document is. */
export function findMainPart(opc: OpcPackage): Part | undefined {
  const relationship = opc
    .relationshipsOf(null)
    .find((candidate) => shortType(candidate) === 'officeDocument');
  return relationship && opc.target(relationship);
}
