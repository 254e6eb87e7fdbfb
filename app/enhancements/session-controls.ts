import { everythingForgotten, watchForgetting } from '../compressor/kept/forget-files.ts';
import { readSession, rememberReturn, signOut, subscribeToSession } from '../session/session.ts';
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
  onClick('a[href="/login"]', () => {
    if (window.location.pathname === '/compress') rememberReturn('/compress');
  });
  onClick('[data-sign-out]', () => {
    signOut();
    void everythingForgotten().then(() => window.location.assign('/login'));
  });
}
