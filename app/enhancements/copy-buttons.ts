const SHOWN_MS = 2_000;

/** Lets buttons with `data-copy` copy the listing that they stand in, and shows samples with the address of this page. */
export function startCopyButtons(): void {
  for (const origin of document.querySelectorAll('[data-origin]')) origin.textContent = location.origin;
  // One by one: what all pages share would become a script of its own, which every page would load.
  for (const button of document.querySelectorAll('[data-copy]'))
    button.addEventListener('click', () => {
      const listing = button.closest<HTMLElement>('[data-listing]');
      if (listing) void copy(listing);
    });
}

async function copy(listing: HTMLElement): Promise<void> {
  const status = listing.querySelector('[role=status]');
  const say = (text: string) => status?.replaceChildren(text);
  try {
    await navigator.clipboard.writeText(listing.querySelector('code')?.textContent ?? '');
    listing.dataset['copied'] = '';
    say('Copied');
  } catch {
    // No permission, or not a secure page: the text can still be selected by hand.
    say('Could not copy. Please select the text instead.');
  }
  setTimeout(() => {
    delete listing.dataset['copied'];
    say('');
  }, SHOWN_MS);
}
