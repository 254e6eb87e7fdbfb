import {
  FILE_KINDS,
  KIND_INFO,
  kindOfExtension,
  kindsOfType,
  LEGACY_PPT_INFO,
  type DeclaredKind,
  type FileKind,
  listOfKinds,
} from '#engine/api/kinds.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { SELECTION_ERRORS } from '#platform/contracts/selection-errors.ts';

/** For the `accept` attribute. The legacy type is offered so that choosing it leads to an explanation. */
export const ACCEPTED = [...FILE_KINDS.map((kind) => KIND_INFO[kind]), LEGACY_PPT_INFO]
  .flatMap(({ mimeTypes, extensions }) => [mimeTypes[0], ...extensions.map((extension) => `.${extension}`)])
  .join(',');

/** File name extensions of a kind, each with its dot, the usual one first. */
export function extensionsOf(kind: FileKind): string[] {
  return KIND_INFO[kind].extensions.map((extension) => `.${extension}`);
}

/** What a file says it is, by its type or, where the type allows several kinds, by its extension; null when it is not ours. */
export function declaredKind(file: Pick<File, 'name' | 'type'>): DeclaredKind | null {
  const byType = kindsOfType(file.type).filter(isOfPage);
  const byName = kindOfExtension(file.name);
  if (byName !== null && byType.includes(byName)) return byName;
  const [usual] = byType;
  return byType.length === 1 || usual === 'legacy-ppt' ? (usual ?? null) : null;
}

function isOfPage(kind: DeclaredKind): boolean {
  return kind === 'legacy-ppt' || FILE_KINDS.includes(kind);
}

/**
 * Checks a selection as a whole.
 * @returns the message to show, which rejects all of it, or null when every file may be sent
 */
export function selectionProblem(files: readonly Pick<File, 'name' | 'type' | 'size'>[]): string | null {
  if (files.length > OPERATING_LIMITS.maxFilesPerSelection) return SELECTION_ERRORS['too-many-files'].message;
  const kinds = files.map(declaredKind);
  if (kinds.includes(null)) return SELECTION_ERRORS['unsupported-type'].message;
  if (kinds.includes('legacy-ppt')) return SELECTION_ERRORS['legacy-ppt'].message;
  if (files.some((file) => file.size > OPERATING_LIMITS.maxFileBytes))
    return SELECTION_ERRORS['too-large'].message;
  return null;
}

/** Said of a folder in which there is nothing for us. */
export const NOTHING_IN_FOLDER = `There is no ${listOfKinds('or')} file in this folder.`;

/** Whether some files may be copies of one another or of what is in the list, by their sizes: then it is worth reading them. */
export function mayHoldCopies(files: readonly File[], present: readonly File[]): boolean {
  const sizes = [...files, ...present].map(({ size }) => size);
  return new Set(sizes).size < sizes.length;
}
