import { vi } from 'vitest';

/** Files on a page share its window, whose start takes longer than most of them: each begins with modules, storage and an address of its own. */
vi.resetModules();
vi.unstubAllGlobals();
localStorage.clear();
sessionStorage.clear();
document.head.replaceChildren();
document.body.replaceChildren();
history.replaceState(null, '', '/');
