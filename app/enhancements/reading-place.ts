/** From the window's top: below the line to which a jump brings a heading (176 px: scroll padding and margin). */
const READING_LINE_PX = 200;

/**
 * Marks the section one reads in the contents lists of the page, and names it on the folded one; a choice there folds
 * the list again.
 */
export function startReadingPlace(): void {
  const lists = [...document.querySelectorAll<HTMLElement>('[data-reading-place]')];
  const ids = [...(lists[0]?.querySelectorAll('a') ?? [])].map(({ hash }) =>
    decodeURIComponent(hash.slice(1)),
  );
  const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
  if (sections.length === 0) return;
  let marked: string | null = null;
  const update = () => {
    const current = sections.findLast((section) => section.getBoundingClientRect().top < READING_LINE_PX);
    const id = current?.id ?? '';
    if (id === marked) return;
    marked = id;
    for (const list of lists) mark(list, id);
  };
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      update();
    });
  };
  update();
  window.addEventListener('scroll', ask, { passive: true });
  window.addEventListener('resize', ask);
  for (const list of lists)
    list.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a')) list.querySelector('details')?.removeAttribute('open');
    });
}

function mark(list: HTMLElement, id: string): void {
  let name = '';
  for (const link of list.querySelectorAll('a')) {
    const isCurrent = decodeURIComponent(link.hash.slice(1)) === id;
    if (isCurrent) {
      link.setAttribute('aria-current', 'true');
      name = link.textContent ?? '';
    } else link.removeAttribute('aria-current');
  }
  const place = list.querySelector('[data-place]');
  if (place) place.textContent = name;
}
