import { everythingForgotten, watchForgetting } from '../compressor/kept/forget-files.ts';
import {
  loginAddress,
  readSession,
  rememberReturn,
  signOut,
  subscribeToSession,
} from '../session/session.ts';
import { onClick } from './on-click.ts';

/** Sets `data-session` on the root element; styles show the controls that apply (base.css). */
export function startSessionControls(): void {
  const say = () => {
    document.documentElement.dataset['session'] = readSession().status;
  };
  say();
  subscribeToSession(say);
  watchForgetting();
  // Who signs in beside a list of files wants to see it again.
  onClick<HTMLAnchorElement>('a[href="/login"]', (link) => {
    if (window.location.pathname !== '/compress') return;
    rememberReturn('/compress');
    link.href = loginAddress();
  });
  onClick('[data-sign-out]', () => {
    signOut();
    void everythingForgotten().then(() => window.location.assign('/login'));
  });
}
