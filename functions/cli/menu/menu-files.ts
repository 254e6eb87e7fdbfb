import { join } from 'node:path';
import { INPUT_KINDS, KIND_INFO } from '#engine/api/kinds.ts';
import { MENU_LABEL, type MenuFile } from './menu-file.ts';
import { quickAction } from './quick-action.ts';

/**
 * What puts "Make smaller" into the menus of file managers: scripts of Nautilus, Nemo and Caja and a service menu of Dolphin on
 * Linux, a Quick Action of the Finder on macOS. Results lie beside their sources.
 * @param home folder of the person
 * @param command program and script that a menu starts
 * @returns nothing for Windows, which has its menus in the registry
 */
export function menuFiles(system: NodeJS.Platform, home: string, command: readonly string[]): MenuFile[] {
  if (system === 'darwin') {
    const folder = join(home, 'Library', 'Services', `${MENU_LABEL}.workflow`, 'Contents');
    return quickAction(MENU_LABEL, shellLine(command)).map(({ path, content }) => ({
      path: join(folder, path),
      content,
    }));
  }
  if (system === 'win32') return [];
  const script = `#!/bin/sh\nexec ${shellLine(command)}\n`;
  const folders = ['.local/share/nautilus/scripts', '.local/share/nemo/scripts', '.config/caja/scripts'];
  return [
    ...folders.map((folder) => ({ path: join(home, folder, MENU_LABEL), content: script })),
    {
      path: join(home, '.local/share/kio/servicemenus/featherpress.desktop'),
      content: serviceMenu(command),
    },
  ];
}

/** The chosen files come as arguments. */
function shellLine(command: readonly string[]): string {
  return `${command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ')} -- "$@"`;
}

/** Source: KDE, "Creating Dolphin service menus"; Desktop Entry Specification 1.5, "The Exec key". */
function serviceMenu(command: readonly string[]): string {
  const types = INPUT_KINDS.map((kind) => KIND_INFO[kind].mimeTypes[0]).join(';');
  const quoted = command.map((part) => `"${part.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`);
  return [
    '[Desktop Entry]',
    'Type=Service',
    `MimeType=${types};`,
    'Actions=smaller',
    '',
    '[Desktop Action smaller]',
    `Name=${MENU_LABEL}`,
    `Exec=${quoted.join(' ')} -- %F`,
    '',
  ].join('\n');
}
