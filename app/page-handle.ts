/** What a route may tell the document around it. */
export interface PageHandle {
  /** False: the page is delivered without scripts. */
  readonly scripts?: boolean;
}
