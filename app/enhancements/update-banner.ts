import { onNewVersion, reloadIntoNewVersion } from '../pwa/service-worker.ts';
import { onClick } from './on-click.ts';

/** Session storage: after "Later" the banner stays away for this visit. */
const LATER_KEY = 'updateLater';

/** Shows the banner when a new version has arrived. Nothing reloads until people ask for it. */
export function startUpdateBanner(): void {
  const banner = () => document.getElementById('update-banner');
  onNewVersion(() => {
    if (!sessionStorage.getItem(LATER_KEY)) banner()?.removeAttribute('hidden');
  });
  onClick('[data-update="reload"]', reloadIntoNewVersion);
  onClick('[data-update="later"]', () => {
    sessionStorage.setItem(LATER_KEY, 'yes');
    banner()?.setAttribute('hidden', '');
  });
}
