import { readSession, signOut, subscribeToSession } from '../session/session.ts';
import { onClick } from './on-click.ts';

/** Says on the root element whether somebody is signed in; styles show what belongs to it (base.css). */
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
