import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

/** Three more tries, 1 s, 2 s, 4 s apart and never more than 30 s; unused answers are kept for five minutes. */
export const QUERY_DEFAULTS = {
  retry: 3,
  retryDelay: (attempt: number) => Math.min(1_000 * 2 ** attempt, 30_000),
  gcTime: 5 * 60_000,
} as const;

let browserClient: QueryClient | undefined;

/**
 * For routes that fetch in the browser. Not in the root: articles fetch nothing and need not load it.
 * One client for all of them in the browser, so that answers outlive a route; one for each render on the server.
 */
export function DataProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(() =>
    typeof document === 'undefined' ? createClient() : (browserClient ??= createClient()),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: QUERY_DEFAULTS } });
}
