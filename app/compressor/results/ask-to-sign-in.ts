import { goToLogin } from '~/session/go-to-login.ts';
import { everythingKept } from '../kept/keeping.ts';
import { announceLoginRequired, announceOffline } from './result-announcements.ts';

/**
 * Opens the login page once everything on the list is kept, and says why. Offline the page stays: the login page could not be
 * opened, and the results would be gone.
 * @param remember notes what to go on with after signing in
 */
export function askToSignIn(wanted: 'download' | 'share' | 'download-all', remember: () => void): void {
  if (!navigator.onLine) return announceOffline();
  remember();
  announceLoginRequired(wanted);
  void everythingKept().then(() => goToLogin());
}
