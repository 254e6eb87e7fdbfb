/** A file that a file manager reads its menu from. */
export interface MenuFile {
  readonly path: string;
  readonly content: string;
}

export const MENU_LABEL = 'Make smaller';
