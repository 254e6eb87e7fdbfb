const KEY = 'sampleLanguage';

/** One language for all samples of a page, remembered; arrow keys, Home and End move between tabs. */
export function startSampleTabs(): void {
  if (!document.querySelector('[data-samples]')) return;
  const remembered = localStorage.getItem(KEY);
  if (remembered !== null) show(remembered);
  for (const tab of document.querySelectorAll<HTMLElement>('[data-samples] [role=tab]'))
    tab.addEventListener('click', () => choose(tab));
  document.addEventListener('keydown', (event) => {
    const tab = event.target instanceof Element ? event.target.closest('[data-samples] [role=tab]') : null;
    const tabs = tab ? [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])] : [];
    const next = tabs[placeAfter(event.key, tabs.indexOf(tab as HTMLElement), tabs.length)];
    if (!next) return;
    event.preventDefault();
    choose(next);
    next.focus();
  });
}

/** @returns -1 for keys that do not move */
function placeAfter(key: string, place: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count;
    case 'ArrowLeft':
      return (place - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}

/** The tab stays where it is on the screen, although samples above it grow and shrink. */
function choose(tab: HTMLElement): void {
  const language = tab.dataset['language'] ?? '';
  const before = tab.getBoundingClientRect().top;
  show(language);
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  localStorage.setItem(KEY, language);
}

function show(language: string): void {
  for (const group of document.querySelectorAll('[data-samples]')) {
    const parts = [...group.querySelectorAll<HTMLElement>('[data-language]')];
    // A language that was remembered may be gone.
    if (!parts.some((part) => part.dataset['language'] === language)) continue;
    for (const part of parts) {
      const isChosen = part.dataset['language'] === language;
      if (part.role === 'tab') {
        part.ariaSelected = String(isChosen);
        part.tabIndex = isChosen ? 0 : -1;
      } else part.toggleAttribute('data-shown', isChosen);
    }
  }
}
