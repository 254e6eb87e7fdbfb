import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    theme: { radius: ['control', 'card'], shadow: ['float'], container: ['page', 'article'] },
  },
});

/** Joins class names; of two that set the same property the later one wins. */
export function classNames(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
