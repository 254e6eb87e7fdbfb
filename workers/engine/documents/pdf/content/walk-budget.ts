import {
  CONTENT_BYTES_PER_FILE_BYTE,
  FILE_BYTES_PER_FORM,
  FREE_CONTENT_BYTES,
  FREE_FORMS,
  FREE_OPERATORS,
  MAX_FORMS,
  MAX_OPERATORS,
  OPERATORS_PER_FILE_BYTE,
} from '../tuning.ts';

/** How much of a document's contents is walked. Counted by what was done and by the file's size: the same in every run. */
export class WalkBudget {
  private forms: number;
  private operators: number;
  private bytes: number;
  /** Whether anything was refused: from then on nothing is worth its time. */
  isSpent = false;

  /** @param fileBytes size of the document, in bytes */
  constructor(fileBytes: number) {
    this.forms = Math.min(MAX_FORMS, FREE_FORMS + fileBytes / FILE_BYTES_PER_FORM);
    this.operators = Math.min(MAX_OPERATORS, FREE_OPERATORS + fileBytes * OPERATORS_PER_FILE_BYTE);
    this.bytes = Math.max(FREE_CONTENT_BYTES, fileBytes * CONTENT_BYTES_PER_FILE_BYTE);
  }

  /** @returns whether one more form may be walked */
  takeForm(): boolean {
    if (--this.forms < 0) this.isSpent = true;
    return !this.isSpent;
  }

  /** @returns whether one more operator may be run */
  takeOperator(): boolean {
    if (--this.operators < 0) this.isSpent = true;
    return !this.isSpent;
  }

  /** @returns whether a content of so many bytes may be walked */
  takeBytes(count: number): boolean {
    this.bytes -= count;
    if (this.bytes < 0) this.isSpent = true;
    return !this.isSpent;
  }
}
