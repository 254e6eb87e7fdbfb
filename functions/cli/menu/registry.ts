import { fileExtensions } from '#engine/api/kinds.ts';
import { MENU_LABEL } from './menu-file.ts';

/**
 * Arguments of `reg` that give the Explorer a menu entry for files of our kinds, of this person alone.
 * Source: Microsoft, "Creating Shortcut Menu Handlers", static verbs.
 */
export function registryCalls(action: 'install' | 'remove', command: readonly string[]): string[][] {
  const line = [...command, '--', '%1'].map((part) => (part === '--' ? part : `"${part}"`)).join(' ');
  return fileExtensions().flatMap((extension) => {
    const key = `HKCU\\Software\\Classes\\SystemFileAssociations\\.${extension}\\shell\\Featherpress`;
    if (action === 'remove') return [['delete', key, '/f']];
    return [
      ['add', key, '/ve', '/d', MENU_LABEL, '/f'],
      ['add', `${key}\\command`, '/ve', '/d', line, '/f'],
    ];
  });
}
