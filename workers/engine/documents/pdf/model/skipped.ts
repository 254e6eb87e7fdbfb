import type { SkipCode } from '../../../api/report/report-codes.ts';

/** Why a picture or a font is left as it is. */
export interface Skipped {
  readonly skip: SkipCode;
}
