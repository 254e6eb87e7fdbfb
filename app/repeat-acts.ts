import type { EarlyAct } from './early-acts.ts';

/** Does once more what was done before React was there: of what was touched several times, what it came to. */
export function repeatActs(acts: readonly EarlyAct[]): void {
  const last = new Map<HTMLElement, EarlyAct>();
  for (const act of acts) {
    last.delete(act.on);
    last.set(act.on, act);
  }
  last.forEach(repeat);
}

function repeat({ on, checked, value = '', first = '' }: EarlyAct): void {
  if (!(on instanceof HTMLInputElement)) return on.click();
  switch (on.type) {
    case 'file':
      on.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    case 'radio':
    case 'checkbox':
      if (on.disabled) return;
      // React hears of a change alone.
      on.checked = !checked;
      on.click();
      return;
    default:
      typeAgain(on, first, value);
  }
}

/**
 * Types once more what React did not hear of. It takes note of values that are set; past it goes the setter of the element itself.
 * @param first what stood in the field before
 */
export function typeAgain(input: HTMLInputElement, first: string, value: string): void {
  input.value = first;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
