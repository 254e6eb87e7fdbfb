/** A red line below the header that grows while one reads; decoration, so it is silent. */
export function ReadingProgress() {
  return (
    <div aria-hidden className="pointer-events-none sticky top-16 z-30 h-0.5">
      <div data-reading-progress className="h-full origin-left scale-x-0 bg-primary" />
    </div>
  );
}
