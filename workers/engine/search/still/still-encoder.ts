import type { Skip } from '../../api/report/report.ts';
import type { Raster } from '../../base/raster.ts';
import type { DisplayRequest, Encoded, Setting } from './floor-request.ts';

/** What a step of a still picture returns: a result, or null and perhaps why. */
export interface StepResult<T> {
  readonly result: T | null;
  readonly skips: readonly Skip[];
}

/** No result, without a reason worth reporting. */
export const NO_RESULT: StepResult<never> = { result: null, skips: [] };

/** What a kind of still picture offers to the searches for a floor and for a target size. */
export interface StillEncoder {
  readonly source: Uint8Array;
  /** Share of the smallest bytes without loss that lossy ones may take, 0 to 1. */
  readonly lossyShare: number;
  /** Floor of an earlier pass, whose loss counts, or null; a target size takes no notice. */
  readonly markedFloor: number | null;
  /** Prepares lossy encoding; no result where the picture does not allow it. */
  readonly prepareLossy: () => Promise<StepResult<LossyEncoder>>;
  /**
   * Packs the samples in fewer bytes; no result where that failed or would take too much work.
   * @param bytesToBeat of the lossy encode, or the target size
   */
  readonly packLosslessly: (bytesToBeat: number) => Promise<StepResult<Uint8Array>>;
}

/** A still picture that is ready to be encoded with loss. Encodes are bare: without metadata. */
export interface LossyEncoder {
  /** What is encoded. */
  readonly raster: Raster;
  /** How encodes are measured. */
  readonly request: DisplayRequest;
  /** For a target size, up to the highest quality of the codec. */
  readonly settings: readonly Setting[];
  /** Takes up where their highest quality ends, for target sizes between that and no loss [nothing does]. */
  readonly beyond?: Setting;
  /** The smallest encode that reaches a floor. @param limits a longer one is given up */
  readonly encodeToFloor: (
    floor: number,
    limits?: { readonly maxBytes: number },
  ) => Promise<StepResult<Encoded>>;
  /** Adds metadata to a bare encode. @param floor for the generation marker */
  readonly finish: (bare: Uint8Array, floor: number) => Uint8Array;
}
