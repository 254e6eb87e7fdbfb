import type { Page } from '@playwright/test';

/** The smallest side of what a finger hits, in CSS pixels: Apple's and WCAG 2.5.5's measure. */
const TARGET_PX = 44;

/**
 * What can be pressed and is smaller than a finger needs. Well-known exceptions: a link within a sentence, and what another
 * target of the same effect stands in for (WCAG 2.5.5, "Inline" and "Equivalent").
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    const selector =
      'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], [role=slider], [role=tab]';
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest('[inert], [aria-hidden=true]') || element.matches(':disabled')) continue;
      // A label is pressed for its input.
      const target = (element.matches('input') && element.closest('label')) || element;
      if (target.classList.contains('sr-only') || isInline(target)) continue;
      const [width, height] = pressed(target);
      if (Math.round(width) >= least && Math.round(height) >= least) continue;
      const words = (element.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 40);
      found.push(`${element.tagName.toLowerCase()} "${words}" ${Math.round(width)} x ${Math.round(height)}`);
    }
    return found;

    /** Its box, with the room that a pseudo-element over it adds. */
    function pressed(target: HTMLElement): [number, number] {
      let { width, height } = target.getBoundingClientRect();
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(target, pseudo);
        if (style.content === 'none' || style.position !== 'absolute') continue;
        width = Math.max(width, parseFloat(style.width) || 0);
        height = Math.max(height, parseFloat(style.height) || 0);
      }
      return [width, height];
    }

    /** A link with words of its sentence before or after it. */
    function isInline(target: HTMLElement): boolean {
      if (target.tagName !== 'A' || !getComputedStyle(target).display.startsWith('inline')) return false;
      const sentence = target.closest('p, li, dd, td, figcaption, blockquote, h1, h2, h3, summary');
      const all = sentence?.textContent?.trim() ?? '';
      return all.length > (target.textContent?.trim().length ?? 0);
    }
  }, TARGET_PX);
}
