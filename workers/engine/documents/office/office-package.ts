import type { Findings } from '../../api/report/report.ts';
import type { OfficeKind, OpenDocument } from './office-kind.ts';
import type { NewPicture } from './pictures/new-picture.ts';
import type { DeckPictureBudget } from './pictures/deck-picture-budget.ts';
import type { PictureQuality } from './pictures/picture-quality.ts';
import type { PictureTask } from './pictures/picture-task.ts';

/** What a step works on: the file, or a document embedded in it. */
export interface OfficePackage extends OpenDocument {
  /** Undefined for a workbook, a text and other documents that are embedded. */
  readonly kind: OfficeKind | undefined;
  /** How far its pictures may go. */
  readonly quality: PictureQuality;
  /**
   * Makes one picture smaller [recompressDeckPicture]; a search for a size keeps what it made.
   * @param path of the picture's part: the names of the parts that it is embedded in, and its own
   */
  readonly makePicture?: (task: PictureTask, path: string) => Promise<NewPicture | null>;
  /** Names of the parts that a document is embedded in, outermost first; none for the file itself. */
  readonly embeddedIn: readonly string[];
  /** Shared by the file and all that is embedded in it. */
  readonly pictureBudget: DeckPictureBudget;
}

/** One change to a package. */
export interface PackageStep {
  /** Name in the report's times. */
  readonly name: string;
  /** @returns what it did and left alone; nothing where there is nothing to do */
  run(office: OfficePackage): Promise<Partial<Findings>>;
}
