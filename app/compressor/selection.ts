import { KIND_INFO, FILE_KINDS, type FileKind } from '#engine/kinds.ts';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

const EXTENSIONS = new Map<string, FileKind | 'legacy-ppt'>(
  Object.entries({
    pdf: 'pdf',
    jpg: 'jpeg',
    jpeg: 'jpeg',
    jpe: 'jpeg',
    jfif: 'jpeg',
    png: 'png',
    webp: 'webp',
    pptx: 'pptx',
    ppt: 'legacy-ppt',
  } as const),
);
const LEGACY_PPT_TYPE = 'application/vnd.ms-powerpoint';

/** For the `accept` attribute. The legacy type is offered so that choosing it leads to an explanation. */
export const ACCEPTED = [
  ...FILE_KINDS.map((kind) => KIND_INFO[kind].mimeType),
  LEGACY_PPT_TYPE,
  ...[...EXTENSIONS.keys()].map((extension) => `.${extension}`),
].join(',');

/** File name extensions of a kind, each with its dot, the usual one first. */
export function extensionsOf(kind: FileKind): string[] {
  return [...EXTENSIONS].filter(([, of]) => of === kind).map(([extension]) => `.${extension}`);
}

/** What a file says it is, by its type or, where the system gave none, by its extension; null when it is not ours. */
export function declaredKind(file: Pick<File, 'name' | 'type'>): FileKind | 'legacy-ppt' | null {
  const type = file.type.toLowerCase();
  if (type === LEGACY_PPT_TYPE) return 'legacy-ppt';
  const byType = FILE_KINDS.find((kind) => KIND_INFO[kind].mimeType === type);
  if (byType) return byType;
  // Some systems know no type for PPTX or WebP, or say "image/jpg" or "image/pjpeg".
  if (type === 'image/jpg' || type === 'image/pjpeg') return 'jpeg';
  if (type !== '' && type !== 'application/octet-stream') return null;
  return EXTENSIONS.get(file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()) ?? null;
}

/**
 * Checks a selection as a whole.
 * @returns the message to show, which rejects all of it, or null when every file may be sent
 */
export function selectionProblem(files: readonly Pick<File, 'name' | 'type' | 'size'>[]): string | null {
  if (files.length > OPERATING_LIMITS.maxFilesPerSelection) return API_ERRORS['too-many-files'].message;
  const kinds = files.map(declaredKind);
  if (kinds.includes(null)) return API_ERRORS['unsupported-type'].message;
  if (kinds.includes('legacy-ppt')) return API_ERRORS['legacy-ppt'].message;
  if (files.some((file) => file.size > OPERATING_LIMITS.maxFileBytes)) return API_ERRORS['too-large'].message;
  return null;
}
