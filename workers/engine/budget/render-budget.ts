import { EngineError } from '../api/errors.ts';

/** What a renderer may spend, in units and bytes. */
export interface RenderLimits {
  /** Instructions of the renderer, weighted by their loops: 4e9 to 15e9 take a second of one usual core. */
  readonly units: number;
  /** Units that one page may take. */
  readonly unitsOfPage: number;
  /** Largest memory that the renderer may have. */
  readonly memoryBytes: number;
}

/**
 * How much a renderer may spend on the versions of one document. It is counted by what the renderer runs and never by the
 * clock: the same document takes the same decisions on a busy machine and on a quiet one.
 */
export class RenderBudget {
  readonly limits: RenderLimits;
  private left: number;

  constructor(limits: RenderLimits) {
    this.limits = limits;
    this.left = limits.units;
  }

  /** Units that the next page may take; 0 once nothing is left. */
  get allowance(): number {
    return Math.max(0, Math.min(this.left, this.limits.unitsOfPage));
  }

  /** Units that were spent although nothing was left for them, those that were counted twice among them. */
  get overdrawn(): number {
    return Math.max(0, -this.left);
  }

  /**
   * Counts what a call took.
   * @param isCutShort whether it would have taken more: counted twice, as such pages seldom come alone and each costs a
   *   start of the renderer
   */
  charge(units: number, isCutShort: boolean): void {
    this.left -= isCutShort ? units * 2 : units;
  }
}

/** For documents of our own, which need no bounds. */
export function unboundedRenderBudget(): RenderBudget {
  const units = Number.MAX_SAFE_INTEGER;
  return new RenderBudget({ units, unitsOfPage: units, memoryBytes: Infinity });
}

/** A page or a document takes more than its budget. */
export function tooCostly(cause?: unknown): EngineError {
  return new EngineError('limit-exceeded', 'A page of this PDF takes too much work to draw.', { cause });
}
