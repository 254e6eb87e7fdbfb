import { EngineError } from '../../api/errors.ts';

/**
 * Name of an entry as a path inside the archive. Backslashes of old writers become slashes, a leading slash goes.
 * @throws EngineError "damaged" for a name that climbs out of the archive ("zip slip"), is empty or holds control characters
 */
export function safeEntryName(raw: Uint8Array): string {
  const name = decodeName(raw).replaceAll('\\', '/').replace(/^\/+/, '');
  const isUnsafe =
    name.split('/').some((segment) => segment === '..' || segment === '.') || /^[a-z]:/i.test(name);
  if (name === '' || isUnsafe || hasControlCharacter(name)) {
    throw new EngineError(
      'damaged',
      'The file is damaged: a part has a name that points outside of the file. It was not opened.',
    );
  }
  return name;
}

/** UTF-8 whatever the flag says: part names are ASCII (ECMA-376 Part 2, 6.2.2), and writers forget the flag. */
function decodeName(raw: Uint8Array): string {
  return new TextDecoder('utf-8').decode(raw);
}

function hasControlCharacter(name: string): boolean {
  for (let index = 0; index < name.length; index++) if (name.charCodeAt(index) < 0x20) return true;
  return false;
}
