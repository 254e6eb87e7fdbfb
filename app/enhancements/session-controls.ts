import { readSession, signOut, subscribeToSession } from '../session/session.ts';
import { onClick } from './on-click.ts';

/** Sets `data-session` on the root element; styles show the controls that apply (base.css). */
export function startSessionControls(): void {
  const say = () => {
    document.documentElement.dataset['session'] = readSession().status;
  };
  say();
  subscribeToSession(say);
  window.addEventListener('pageshow', say);
  onClick('[data-sign-out]', () => {
    signOut();
    window.location.assign('/login');
  });
}
