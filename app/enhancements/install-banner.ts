import { manualInstructions } from '../pwa/manual-instructions.ts';
import { heldInstallPrompt, type BeforeInstallPromptEvent } from './held-install-prompt.ts';
import { onClick } from './on-click.ts';

const SHOW_AFTER_MS = 2_000;
const HIDE_AFTER_INSTRUCTIONS_MS = 3_000;
/** Session storage: a dismissed banner stays away for this visit. */
const DISMISSED_KEY = 'installBannerDismissed';

/**
 * Shows the banner when the browser says that the app can be installed, or two seconds after its manifest was found.
 * Never inside the installed app.
 */
export function startInstallBanner(): void {
  if (!banner() || runsInstalled() || sessionStorage.getItem(DISMISSED_KEY)) return;
  let deferred = heldInstallPrompt();
  if (deferred) show();

  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    deferred = event as BeforeInstallPromptEvent;
    show();
  });
  window.addEventListener('appinstalled', dismiss);
  onClick('[data-install="dismiss"]', dismiss);
  onClick('[data-install="accept"]', () => {
    if (!deferred) {
      window.alert(manualInstructions(navigator.userAgent));
      setTimeout(dismiss, HIDE_AFTER_INSTRUCTIONS_MS);
      return;
    }
    const { userChoice } = deferred;
    void deferred.prompt();
    // A prompt serves once.
    deferred = null;
    void userChoice.then(({ outcome }) => {
      if (outcome === 'accepted') dismiss();
    });
  });
  showOnceManifestIsThere();
}

function showOnceManifestIsThere(): void {
  fetch('/manifest.json')
    .then((response) => {
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      setTimeout(show, SHOW_AFTER_MS);
    })
    .catch((error: unknown) => {
      // eslint-disable-next-line no-console -- for developers only
      console.warn('The install manifest could not be reached:', error);
    });
}

function show(): void {
  if (sessionStorage.getItem(DISMISSED_KEY)) return;
  banner()?.removeAttribute('hidden');
}

function dismiss(): void {
  sessionStorage.setItem(DISMISSED_KEY, 'yes');
  banner()?.setAttribute('hidden', '');
}

function banner(): HTMLElement | null {
  return document.getElementById('install-banner');
}

function runsInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    (navigator as Navigator & { standalone?: boolean }).standalone === true
  );
}
