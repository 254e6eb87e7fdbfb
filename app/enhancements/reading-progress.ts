/** Lets the line below the header grow while one reads. */
export function startReadingProgress(): void {
  const line = document.querySelector<HTMLElement>('[data-reading-progress]');
  if (!line) return;
  const update = () => {
    const room = document.documentElement.scrollHeight - window.innerHeight;
    const share = room > 0 ? Math.min(1, window.scrollY / room) : 0;
    line.style.setProperty('transform', `scaleX(${share})`);
  };
  update();
  window.addEventListener('scroll', update, { passive: true });
}
