import type { OpcPackage, Part } from './opc-package.ts';

/** All parts that relationships lead to, starting from the package. */
export function findReachableParts(opc: OpcPackage): Set<Part> {
  const reached = new Set<Part>();
  const waiting: (Part | null)[] = [null];
  while (waiting.length > 0) {
    for (const relationship of opc.relationshipsOf(waiting.pop()!)) {
      const part = opc.target(relationship);
      if (!part || reached.has(part)) continue;
      reached.add(part);
      waiting.push(part);
    }
  }
  return reached;
}
