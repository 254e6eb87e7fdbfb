import type { OpcPackage } from '../package/opc-package.ts';
import { shortType } from '../package/relationships.ts';

/** Whether a package carries a digital signature (ECMA-376 Part 2, 10): any change to its parts would break it. */
export function isSigned(opc: OpcPackage): boolean {
  return (
    opc.relationshipsOf(null).some((relationship) => relationship.type.includes('/digital-signature/')) ||
    opc.relationshipsOf(null).some((relationship) => shortType(relationship) === 'origin') ||
    opc.parts.some(({ contentType }) => contentType.includes('digital-signature'))
  );
}
