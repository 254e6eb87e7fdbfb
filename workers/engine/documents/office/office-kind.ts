import type { EngineContext } from '../../context.ts';
import type { DocumentKind } from '../../api/kinds.ts';
import type { FeatureCode } from '../../api/report/report-codes.ts';
import type { Skip } from '../../api/report/report.ts';
import type { PictureUse } from './drawing/picture-use.ts';
import type { OpcPackage, PackageBudgets, Part } from './package/opc-package.ts';

/** A package that was opened. */
export interface OpenDocument extends PackageBudgets {
  readonly opc: OpcPackage;
  /** Part where the document starts: presentation, workbook or text. */
  readonly main: Part;
  readonly context: EngineContext;
}

/** A document of its own kind: what is known of its package beyond parts and relationships. */
export interface OfficeKind {
  readonly kind: DocumentKind;
  /** As in "This is a Word document, not a ...". */
  readonly name: string;
  /** What the content type of its main part holds, in lower case. */
  readonly mainType: string;
  /** Content types of main parts whose pages are read in the same way: those of templates too. */
  readonly family: RegExp;
  /** Its relatives that are refused, by the content type of their main part, with what they are and what to do. */
  readonly refusals: readonly { readonly type: RegExp; readonly message: string }[];
  /**
   * How every picture is shown, by part key; a picture that is not in it keeps its pixels.
   * @throws EngineError "damaged" when a page's XML cannot be read
   */
  pictureUses(document: OpenDocument): Promise<Map<string, PictureUse>>;
  /** Whether the main part lists pages that no relationship leads to: what they led to may be wanted for a repair. */
  lacksPages(document: OpenDocument): Promise<boolean>;
  /** What the report counts of its own, before what every package may hold. */
  readonly features: readonly (readonly [code: FeatureCode, isOne: (part: Part) => boolean])[];
  /** What is left alone on purpose. */
  leftAlone(opc: OpcPackage): readonly Skip[];
}
