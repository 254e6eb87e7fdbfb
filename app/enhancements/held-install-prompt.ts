/** Not in TypeScript's DOM types: Chromium only. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/**
 * An inline script for pages that React takes over. Browsers offer to install once a page, soon after it has loaded: on a
 * slow device before any other script of such a page has run, and the banner would know nothing of it.
 */
export const HOLD_INSTALL_PROMPT =
  "addEventListener('beforeinstallprompt',function(e){if(document.getElementById('install-banner')){e.preventDefault();window.heldInstallPrompt=e}})";

/** What that script holds. */
export function heldInstallPrompt(): BeforeInstallPromptEvent | null {
  return (window as { heldInstallPrompt?: BeforeInstallPromptEvent }).heldInstallPrompt ?? null;
}
