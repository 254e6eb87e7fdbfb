/** What a route may tell the document around it. */
export interface PageHandle {
  /** True: the page lives in the browser as a React app. Others are delivered as they are: docs/decisions/how-requests-are-served.md. */
  readonly interactive?: boolean;
}
