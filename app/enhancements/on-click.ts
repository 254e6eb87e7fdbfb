/**
 * Calls `act` for every click on an element that matches, also one that comes into the page later.
 * @param selector finds the element among what was clicked and what is around it
 */
export function onClick<T extends HTMLElement>(
  selector: string,
  act: (element: T, event: MouseEvent) => void,
): void {
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<T>(selector) : null;
    if (element) act(element, event);
  });
}
