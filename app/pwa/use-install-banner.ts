import { useCallback, useEffect, useRef, useState } from 'react';
import { manualInstructions } from './manual-instructions.ts';

const SHOW_AFTER_MS = 2_000;
const HIDE_AFTER_INSTRUCTIONS_MS = 3_000;
/** Session storage: who said no once is left alone for this visit. */
const DISMISSED_KEY = 'installBannerDismissed';

/** Not in TypeScript's DOM types: Chromium only. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallBannerState {
  readonly shown: boolean;
  install(): void;
  dismiss(): void;
}

/**
 * Shown when the browser says that the app can be installed, or two seconds after its manifest was found.
 * Never inside the installed app.
 */
export function useInstallBanner(): InstallBannerState {
  const [shown, setShown] = useState(false);
  const deferred = useRef<BeforeInstallPromptEvent | null>(null);

  useEffect(() => {
    if (runsInstalled() || sessionStorage.getItem(DISMISSED_KEY)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const gone = new AbortController();
    const keepPrompt = (event: Event) => {
      event.preventDefault();
      deferred.current = event as BeforeInstallPromptEvent;
      setShown(true);
    };
    window.addEventListener('beforeinstallprompt', keepPrompt, { signal: gone.signal });
    window.addEventListener('appinstalled', () => setShown(false), { signal: gone.signal });
    fetch('/manifest.json', { signal: gone.signal })
      .then((response) => {
        if (!response.ok) throw new Error(`it answered ${response.status}`);
        timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
      })
      .catch((error: unknown) => {
        // eslint-disable-next-line no-console -- nobody else needs to know
        if (!gone.signal.aborted) console.warn('The install manifest could not be reached:', error);
      });
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, []);

  const dismiss = useCallback(() => {
    sessionStorage.setItem(DISMISSED_KEY, 'yes');
    setShown(false);
  }, []);

  const install = () => {
    const prompt = deferred.current;
    if (!prompt) {
      window.alert(manualInstructions(navigator.userAgent));
      setTimeout(dismiss, HIDE_AFTER_INSTRUCTIONS_MS);
      return;
    }
    // A prompt serves once.
    deferred.current = null;
    void prompt.prompt();
    void prompt.userChoice.then(({ outcome }) => {
      if (outcome === 'accepted') dismiss();
    });
  };

  return { shown, install, dismiss };
}

function runsInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    (navigator as Navigator & { standalone?: boolean }).standalone === true
  );
}
