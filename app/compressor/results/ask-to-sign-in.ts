import { goToLogin } from '~/session/go-to-login.ts';
import { everythingKept } from '../kept/keeping.ts';
import { announceLoginRequired, announceNotKept, announceOffline } from './result-announcements.ts';

/**
 * Opens the login page once everything on the list is kept, and says why. Offline the page stays: the login page could not be
 * opened, and the results would be gone. Where the browser has not kept them, a person is asked first.
 * @param remember notes what to go on with after signing in
 */
export function askToSignIn(wanted: 'download' | 'share' | 'download-all', remember: () => void): void {
  if (!navigator.onLine) return announceOffline();
  const go = () => {
    remember();
    announceLoginRequired(wanted);
    goToLogin();
  };
  void everythingKept().then((all) => (all ? go() : announceNotKept(go)));
}
