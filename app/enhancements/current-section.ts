/** Marks in lists of contents which section is being read: the last one that begins in the upper third of the window. */
export function startCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a[href^="#"]')];
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
  if (links.length === 0) return;
  const update = () => {
    const line = window.innerHeight / 3;
    const current = sections.findLastIndex(
      (section) => section && section.getBoundingClientRect().top <= line,
    );
    for (const [index, link] of links.entries()) {
      if (index === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  update();
  window.addEventListener('scroll', update, { passive: true });
}
