import { useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import type { PublicConfig } from '~/load-context.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
    gtag?: (...command: unknown[]) => void;
  }
}

/** Records an event where analytics is configured; does nothing elsewhere. */
export function recordEvent(name: string, parameters: Record<string, string>): void {
  if (window.gtag) window.gtag('event', name, parameters);
  else window.dataLayer?.push({ event: name, ...parameters });
}

/** Loads the analytics script when an id is configured, and nothing otherwise. */
export function Analytics() {
  const id = (useRouteLoaderData('root') as PublicConfig | undefined)?.analyticsId;
  useEffect(() => {
    if (!id || window.gtag) return;
    const layer = (window.dataLayer ??= []);
    window.gtag = function gtag() {
      // The script expects the arguments object itself.
      // eslint-disable-next-line prefer-rest-params
      layer.push(arguments);
    };
    window.gtag('js', new Date());
    window.gtag('config', id);
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
    document.head.append(script);
  }, [id]);
  return null;
}
