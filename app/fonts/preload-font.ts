/**
 * Asks for a font with the document, before styles name it: one that comes after the first layout makes the browser lay
 * all of its text out again, which costs a long page a task of its own.
 * @param href as Vite serves it (`?url`)
 */
export function preloadFont(href: string) {
  return { rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' } as const;
}
