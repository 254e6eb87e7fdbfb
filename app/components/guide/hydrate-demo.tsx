import { useEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { typeAgain } from '~/repeat-acts.ts';
import { DEMOS } from './demos.tsx';

/** Makes a demonstration that the server has drawn answer to people, to what they have typed already too. */
export function hydrateDemo(place: HTMLElement, name: string): void {
  const Demo = DEMOS[name];
  if (!Demo) return;
  const typed = [...place.querySelectorAll('input')]
    .filter((input) => input.value !== input.defaultValue)
    .map((input) => ({ input, first: input.defaultValue, value: input.value }));
  hydrateRoot(
    place,
    <Alive then={() => typed.forEach(({ input, first, value }) => typeAgain(input, first, value))}>
      <Demo />
    </Alive>,
  );
}

function Alive({ then, children }: { readonly then: () => void; readonly children: ReactNode }) {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the demonstration has come alive
  useEffect(then, []);
  return children;
}
