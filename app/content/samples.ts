import { heroPicture } from './hero-picture.ts';

/** A file of ours that visitors can try the site with. */
export interface Sample {
  /** After "Try a sample". */
  readonly what: string;
  readonly name: string;
  readonly type: string;
  readonly path: string;
}

/** One of each sort of file. The documents are made by `infra/media/write-samples.ts`. */
export const samples = {
  picture: {
    what: 'image',
    name: heroPicture.name,
    type: heroPicture.type,
    path: heroPicture.original,
  },
  pdf: {
    what: 'PDF',
    name: 'feather-notes.pdf',
    type: 'application/pdf',
    path: '/media/feather-notes.pdf',
  },
  deck: {
    what: 'deck',
    name: 'feather-talk.pptx',
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    path: '/media/feather-talk.pptx',
  },
} as const satisfies Readonly<Record<string, Sample>>;

export type SampleId = keyof typeof samples;
