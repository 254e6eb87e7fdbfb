/** A file before and after, as measured; the strings are ready for prose. */
export interface Sample {
  /** For charts. */
  readonly label: string;
  /** For the middle of a sentence, without an article. */
  readonly name: string;
  readonly fromBytes: number;
  readonly toBytes: number;
  readonly from: string;
  readonly to: string;
  /** Reduction in whole percent, e.g. `72%`. */
  readonly saved: string;
}

/**
 * Public files put through our own engine with its default preset. `infra/media/measure.ts` writes new figures in here;
 * text and charts read them, so that they cannot disagree. Sentences beside them hold for any nearby figure.
 */
export const measured = {
  phonePhoto: sample('Phone photo', 'phone photo', 4030142, 766581),
  galaxyPhoto: sample('Photo, 16 megapixels', 'photo of 16 megapixels', 4167727, 607283),
  consoleScreenshot: sample('Screenshot of a console', 'screenshot of a console', 1261667, 97792),
  dashboardScreenshot: sample('Screenshot of a dashboard', 'screenshot of a dashboard', 361369, 92415),
  diagramPng: sample('Workflow diagram', 'workflow diagram', 392422, 82125),
  photoPng: sample('Photo saved as PNG', 'photo saved as PNG', 1355602, 157194),
  webpScreenshot: sample('Screenshot, lossless WebP', 'lossless WebP screenshot', 918374, 70596),
  webpPhoto: sample('Photo, lossy WebP', 'lossy WebP photo', 176972, 160848),
  photoAlbumPdf: sample('Photo album, 3 pages', 'photo album', 3791453, 688321),
  reportPdf: sample('Survey report', 'survey report', 3428964, 1134886),
  paperPdf: sample('Journal paper from Word', 'journal paper', 985125, 311357),
  brochurePdf: sample('Brochure, compressed before', 'brochure', 662600, 420559),
  latexPdf: sample('Typeset research paper', 'typeset research paper', 1016315, 627835),
  scanPdf: sample('Six scanned pages', 'scan of six pages', 1139077, 558615),
  photoDeck: sample('Photo deck', 'photo deck', 6877164, 918653),
  talkDeck: sample('Conference talk', 'conference talk', 4182266, 1837880),
  containersDeck: sample('Talk on containers', 'talk on containers', 3670920, 968343),
  shortDeck: sample('One slide with photos', 'single slide with photos', 2282394, 174774),
  lectureDeck: sample('Lecture with drawings', 'lecture with drawings', 1949517, 597717),
} as const;

/** Several samples as one. */
export function together(label: string, samples: readonly Sample[]): Sample {
  const sum = (pick: (one: Sample) => number) => samples.reduce((total, one) => total + pick(one), 0);
  return sample(
    label,
    label.toLowerCase(),
    sum((one) => one.fromBytes),
    sum((one) => one.toBytes),
  );
}

function sample(label: string, name: string, fromBytes: number, toBytes: number): Sample {
  const saved = `${Math.round(((fromBytes - toBytes) / fromBytes) * 100)}%`;
  return { label, name, fromBytes, toBytes, from: sizeText(fromBytes), to: sizeText(toBytes), saved };
}

/** Size for prose: base 1024, one decimal from a megabyte up. */
function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.round(kilobytes)}\u00a0KB` : `${(kilobytes / 1024).toFixed(1)}\u00a0MB`;
}
