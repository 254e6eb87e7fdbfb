/** One behind the other with a divider, or side by side. */
export type CompareMode = 'slider' | 'side-by-side';

/** What the keyboard and the toolbar ask of the stage. */
export interface StageControls {
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  pixels(): void;
  panBy(byX: number, byY: number): void;
  /** Moves the divider by percent of the width. */
  divideBy(percent: number): void;
}
