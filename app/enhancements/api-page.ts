/** What the page of the API does; no other page loads it. */
export function startApiPage(): void {
  if (!document.querySelector('[data-samples]')) return;
  void import('./api-page-parts.ts').then(({ startParts }) => startParts());
}
