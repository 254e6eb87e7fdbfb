import { SizedBudget } from '../../../budget/sized-budget.ts';
import { EngineError } from '../../../api/errors.ts';
import { MAX_RELATIONSHIPS, XML_BYTES } from '../tuning.ts';

/** How much XML of a file is read, that of embedded documents included. Counted by bytes: the same in every run. */
export class XmlBudget {
  private readonly bytes: SizedBudget;
  private relationships = MAX_RELATIONSHIPS;

  /** @param fileBytes size of the file, in bytes */
  constructor(fileBytes: number) {
    this.bytes = new SizedBudget(XML_BYTES, fileBytes);
  }

  /** Counts a part. @returns whether it may be read */
  take(bytes: number): boolean {
    return this.bytes.take(bytes);
  }

  /** Counts a part that nothing works without. @throws EngineError "limit-exceeded" */
  takeNeeded(bytes: number): void {
    if (!this.take(bytes)) throw tooMuch();
  }

  /** @throws EngineError "limit-exceeded" */
  takeRelationships(count: number): void {
    this.relationships -= count;
    if (this.relationships < 0) throw tooMuch();
  }
}

function tooMuch(): EngineError {
  return new EngineError(
    'limit-exceeded',
    'This file has far longer lists of its parts than a document needs, so it was not opened.',
  );
}
