/** The five kinds of file that Featherpress makes smaller. */
export const FILE_KINDS = ['jpeg', 'png', 'webp', 'pdf', 'pptx'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export interface KindInfo {
  /** Registered media type, as sent in Content-Type. */
  readonly mimeType: string;
  /** Usual file name extension, without the dot. */
  readonly extension: string;
  /** Usual name. */
  readonly label: string;
}

export const KIND_INFO: Readonly<Record<FileKind, KindInfo>> = {
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg', label: 'JPEG' },
  png: { mimeType: 'image/png', extension: 'png', label: 'PNG' },
  webp: { mimeType: 'image/webp', extension: 'webp', label: 'WebP' },
  pdf: { mimeType: 'application/pdf', extension: 'pdf', label: 'PDF' },
  pptx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
    label: 'PPTX',
  },
};
