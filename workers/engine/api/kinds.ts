import * as registry from '../formats/registry.ts';
import type { DeclaredInfo, FormatFacts } from './format-facts.ts';

type Format = (typeof registry)[keyof typeof registry];

/** Facts of all kinds: pictures before documents, each in the order of the alphabet. */
export const FORMATS: readonly Format[] = Object.values(registry).sort(
  (a, b) => b.group.localeCompare(a.group) || a.kind.localeCompare(b.kind),
);

/** A kind of file that Featherpress makes smaller. */
export type FileKind = Format['kind'];
export type PictureKind = Extract<Format, { readonly group: 'picture' }>['kind'];
export type DocumentKind = Exclude<FileKind, PictureKind>;

const isForPrograms = (facts: FormatFacts): boolean => facts.isForPrograms ?? false;
const FORMATS_OF_PAGE = FORMATS.filter((facts) => !isForPrograms(facts));

/** What the page takes and texts name. */
export const FILE_KINDS: readonly FileKind[] = FORMATS_OF_PAGE.map(({ kind }) => kind);

/** What API, command line and client take: those of the page first. */
export const INPUT_KINDS: readonly FileKind[] = [...FORMATS_OF_PAGE, ...FORMATS.filter(isForPrograms)].map(
  ({ kind }) => kind,
);

export const PICTURE_KINDS: readonly PictureKind[] = FILE_KINDS.filter((kind) => isPictureKind(kind));

/** Pictures that may come out. */
export type OutputKind = PictureKind;
export const OUTPUT_KINDS: readonly OutputKind[] = INPUT_KINDS.filter((kind) => isPictureKind(kind));

export const KIND_INFO = Object.fromEntries(
  FORMATS.map((facts) => [facts.kind, facts]),
) as unknown as Readonly<Record<FileKind, FormatFacts>>;

/** What a set of pictures comes in. */
const zip = {
  kind: 'zip',
  mimeTypes: ['application/zip'],
  extensions: ['zip'],
  label: 'ZIP',
} as const satisfies DeclaredInfo & { readonly kind: string };

/** What a result can be. */
export type ResultKind = FileKind | typeof zip.kind;
export const RESULT_KINDS: readonly ResultKind[] = [...INPUT_KINDS, zip.kind];
export const RESULT_INFO: Readonly<Record<ResultKind, DeclaredInfo>> = { ...KIND_INFO, zip };

/** Whether a name is that of a kind which is one picture; the others are documents with pictures in them. */
export function isPictureKind(kind: string): kind is PictureKind {
  return FORMATS.some((facts) => facts.kind === kind && facts.group === 'picture');
}

/** What the names of files that are taken end with, without a full stop. */
export function fileExtensions(): string[] {
  return INPUT_KINDS.flatMap((kind) => KIND_INFO[kind].extensions);
}

/**
 * The kinds as a person lists them: "JPEG, PNG, WebP, PDF or PPTX".
 * @param word before the last one
 * @param group only these [all]
 */
export function listOfKinds(word: 'and' | 'or', group?: FormatFacts['group']): string {
  const labels = FORMATS_OF_PAGE.filter((facts) => group === undefined || facts.group === group).map(
    ({ label }) => label,
  );
  return `${labels.slice(0, -1).join(', ')} ${word} ${labels.at(-1)}`;
}

/** What a name or a type can declare: one of the kinds, or the PowerPoint format before PPTX, which is refused. */
export type DeclaredKind = FileKind | 'legacy-ppt';

export const LEGACY_PPT_INFO: DeclaredInfo = {
  mimeTypes: ['application/vnd.ms-powerpoint', 'application/mspowerpoint'],
  extensions: ['ppt', 'pps'],
  label: 'PPT',
};

const DECLARED = [...Object.entries(KIND_INFO), ['legacy-ppt', LEGACY_PPT_INFO]] as [
  DeclaredKind,
  DeclaredInfo,
][];

/** Types that do not tell the kind. Systems without an office program take a presentation for the zip that it is. */
const GENERIC_TYPES = [
  '',
  // What a part of a form has whose client names no type. Source: RFC 7578, section 4.4.
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
];

const BY_EXTENSION = new Map(
  DECLARED.flatMap(([kind, { extensions }]) => extensions.map((extension) => [extension, kind] as const)),
);
const BY_TYPE = new Map<string, readonly DeclaredKind[]>([
  ...DECLARED.flatMap(([kind, { mimeTypes }]) => mimeTypes.map((type) => [type, [kind]] as const)),
  // Some systems register the legacy type for .pptx as well.
  ...LEGACY_PPT_INFO.mimeTypes.map((type) => [type, ['legacy-ppt', 'pptx']] as const),
  ...GENERIC_TYPES.map((type) => [type, DECLARED.map(([kind]) => kind)] as const),
]);

/** The part of a file name after its last dot in lower case; "" when it has none. */
export function extensionOf(fileName: string): string {
  return /[^.]\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** The kind that the extension of a file name stands for, or null when it is another or there is none. */
export function kindOfExtension(fileName: string): DeclaredKind | null {
  return BY_EXTENSION.get(extensionOf(fileName)) ?? null;
}

/**
 * A file name that fits the kind of the content: an extension of another kind is replaced, one that is no kind's is kept
 * before the new one. A name without one, or with any extension of the kind, stays.
 */
export function nameForKind(fileName: string, kind: ResultKind): string {
  const extension = extensionOf(fileName);
  const declared = kindOfExtension(fileName);
  if (extension === '' || declared === kind || extension === RESULT_INFO[kind].extensions[0]) return fileName;
  const usual = RESULT_INFO[kind].extensions[0];
  return declared === null ? `${fileName}.${usual}` : `${fileName.slice(0, -extension.length)}${usual}`;
}

/**
 * The kinds that files of a media type can have.
 * @param type as declared, "" when the system knows none; parameters and case do not matter
 * @returns one kind for a type of its own, `legacy-ppt` and `pptx` for the legacy PowerPoint types, all for a generic
 *          type, none for any other
 */
export function kindsOfType(type: string): readonly DeclaredKind[] {
  return BY_TYPE.get((type.split(';', 1)[0] ?? '').trim().toLowerCase()) ?? [];
}
