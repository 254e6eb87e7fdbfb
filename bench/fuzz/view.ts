import type { Shown } from './block-means.ts';

/** A file as programs that are not ours see it. */
export interface View {
  /** 0 sound, 1 shown with complaints, 2 not opened. Every picture and page counts. */
  readonly trouble: 0 | 1 | 2;
  /** What was complained of. */
  readonly complaints: string;
  /** Pictures and pages that were shown, by name. */
  readonly shown: ReadonlyMap<string, Shown>;
  /** Anything else that must stay as it is: texts of slides, numbers of pages and frames. */
  readonly facts: readonly string[];
}
