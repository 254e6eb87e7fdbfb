import type { DeclaredInfo } from '../../api/format-facts.ts';

/** Only written, on request: no AVIF is taken. */
export const avif = {
  kind: 'avif',
  mimeTypes: ['image/avif'],
  extensions: ['avif'],
  label: 'AVIF',
} as const satisfies DeclaredInfo & { readonly kind: string };
