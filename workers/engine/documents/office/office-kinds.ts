import type { OfficeKind } from './office-kind.ts';
import type { Part } from './package/opc-package.ts';
import { presentation } from './presentation/presentation.ts';

/** The kinds of office document that are made smaller alone, not only inside of another one. */
export const OFFICE_KINDS: readonly OfficeKind[] = [presentation];

/** The kind whose family a document belongs to by its main part; undefined for workbooks and other documents. */
export function kindOfMainPart({ contentType }: Part): OfficeKind | undefined {
  return OFFICE_KINDS.find(({ family }) => family.test(contentType));
}
