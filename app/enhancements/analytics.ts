import { onClick } from './on-click.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
    gtag?: (...command: unknown[]) => void;
  }
}

/** Loads the analytics script when an id is configured, and nothing otherwise; records clicks on the footer's links. */
export function startAnalytics(): void {
  const id = document.body.dataset['analyticsId'];
  if (id) loadAnalytics(id);
  onClick<HTMLAnchorElement>('a[data-footer-link]', (link) => {
    recordEvent('footer_link_click', { path: link.pathname, label: link.textContent?.trim() ?? '' });
  });
}

/** Records an event where analytics is configured; does nothing elsewhere. */
function recordEvent(name: string, parameters: Record<string, string>): void {
  if (window.gtag) window.gtag('event', name, parameters);
  else window.dataLayer?.push({ event: name, ...parameters });
}

function loadAnalytics(id: string): void {
  const layer = (window.dataLayer ??= []);
  window.gtag = function gtag() {
    // The script expects the arguments object itself.
    // eslint-disable-next-line prefer-rest-params
    layer.push(arguments);
  };
  window.gtag('js', new Date());
  // The page is left by the click that is recorded: only a beacon outlives it.
  window.gtag('config', id, { transport_type: 'beacon' });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}
