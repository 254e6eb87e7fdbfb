/** Walks of forms, patterns and glyphs, the same form at another place counted again: so many in any file ... */
const FREE_FORMS = 10_000;
/** ... and one for so many bytes of it: a map draws a symbol with 8 bytes, deflated. At most: */
const FILE_BYTES_PER_FORM = 8;
const MAX_FORMS = 200_000;

/** A drawing of 100 MB has about 20 million operators; deflated, a drawing has two operators a byte. */
const FREE_OPERATORS = 2_000_000;
const OPERATORS_PER_FILE_BYTE = 4;
const MAX_OPERATORS = 40_000_000;

/** Bytes of contents, those of a form for each of its walks. */
const FREE_BYTES = 32 * 1024 ** 2;
const BYTES_PER_FILE_BYTE = 50;

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
    this.bytes = Math.max(FREE_BYTES, fileBytes * BYTES_PER_FILE_BYTE);
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
