/**
 * Joins class names for `className`. Of two utilities that set the same property the stylesheet decides, not the order
 * here: a component offers a choice as a variant and takes from outside only what it does not set itself.
 */
export { clsx as classNames } from 'clsx';
