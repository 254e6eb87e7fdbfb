import type { EngineContext } from '../context.ts';
import type { PictureQuality } from './pictures/picture-quality.ts';
import type { InflateBudget } from '../zip/zip-reader.ts';
import type { OpcPackage, Part } from './package/opc-package.ts';

/** What a step works on: the presentation, or a document embedded in it. */
export interface OfficePackage {
  readonly opc: OpcPackage;
  /** Part where the document starts: presentation, workbook or text. */
  readonly main: Part;
  readonly context: EngineContext;
  /** How far its pictures may go. */
  readonly quality: PictureQuality;
  /** 0 for the file itself, 1 for documents embedded in it, and so on. */
  readonly depth: number;
  /** Shared by the file and all that is embedded in it. */
  readonly budget: InflateBudget;
}

/** One thing that is done to a package; starts with "nothing to do? return". */
export interface PackageStep {
  /** Name in the report's times. */
  readonly name: string;
  run(office: OfficePackage): Promise<void>;
}
