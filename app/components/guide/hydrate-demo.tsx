import { hydrateRoot } from 'react-dom/client';
import { DEMOS } from './demos.tsx';

/** Makes a demonstration that the server has drawn answer to people. */
export function hydrateDemo(place: HTMLElement, name: string): void {
  const Demo = DEMOS[name];
  if (Demo) hydrateRoot(place, <Demo />);
}
