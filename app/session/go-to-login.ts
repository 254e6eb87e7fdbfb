import { markOfNextPage } from './next-page-notice.ts';
import { loginAddress } from './session.ts';

/**
 * Opens the login page as a new document. A change of page inside the app would need a script that a page from before
 * a deployment can no longer load.
 */
export function goToLogin(how: 'assign' | 'replace' = 'assign'): void {
  window.location[how](loginAddress(markOfNextPage()));
}
