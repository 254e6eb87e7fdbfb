/**
 * What work costs, in ms of one usual core (2024), by what is counted: `PerMp` a million pixels, `PerMb` a million bytes, others as
 * they say. Measured on photographs and screens between 2024 and 2026, palettes and the highest levels of deflate in November 2026;
 * `npm run bench -- costs` measures them on this machine beside the values here. A value that is off by half moves the point where a
 * budget ends, and that point stays the same in each run. A new value changes bytes: change all values together, with care.
 */
export const WORK_MS = {
  /** Inflating: bytes that come out. */
  inflatePerMb: 4,
  /** Deflating at level 0 to 12: bytes that go in, rows of screens, drawings and photographs in palettes. */
  deflatePerMb: [5, 10, 12, 15, 18, 22, 28, 32, 45, 60, 70, 90, 140],
  /** Reading and changing the XML of a page of a document, twice. */
  rewriteXmlPerMb: 150,

  decodePerMp: 20,
  decode16PerMp: 60,
  /** Every frame of an animation counts. */
  decodeFramesPerMp: 20,
  /** JPEG 2000: samples, one byte each. */
  decodeJpxPerMb: 150,
  /** Measuring what was encoded as a JPEG: tiles of a megapixel at most. */
  measureJpegPerMp: 50,
  /** WebP: decoding, judging all of it in blocks, and tiles of a megapixel at most; twice with transparency, over white and black. */
  lookAtWebpPerMp: 40,
  measureWebpPerMp: 100,
  /** A frame of an animation, of which a megapixel at most is looked at. */
  measureFramePerMp: 60,
  /** Scaling: pixels before and after. */
  resizePerMp: 15,

  encodeJpegPerMp: { fast: 20, '4:2:0': 110, '4:4:4': 160 },
  /** Share of the encode at full effort that a trial with fixed scans takes. */
  jpegTrialShare: 0.7,
  /** Coding coefficients, by bytes that come out: the highest qualities of a noisy picture take three times as long as usual ones. */
  codeJpegPerMb: 450,
  /** Re-coding a JPEG's coefficients without loss. */
  transcodeJpegPerMp: 25,

  /** With loss: of any effort, and of each step of effort from 0 to 6. */
  encodeWebpPerMp: 20,
  encodeWebpEffortPerMp: 20,
  /** Sharp chroma is iterated. */
  sharpChromaPerMp: 200,
  /** Each strength of deblocking is tried on all samples. */
  deblockPerMp: 1200,
  /** Choosing whether deblocking is tried; 8 % more than what is counted for it. */
  deblockForecastPerMp: 1300,
  /** Alpha is packed without loss. */
  webpAlphaPerMp: 200,
  /** Coefficients are coded several times over: noise takes three times as long as an even picture of its size. */
  codeWebpPerMb: 300,
  losslessWebpPerMp: 50,
  losslessWebpEffortPerMp: 120,

  /** AVIF by effort, from 0 on: shares of November 2026, sharp 0.35. */
  encodeAvifPerMp: [90, 250, 400, 700, 3000],
  /** Of 10 bits, beside 8. */
  deepAvifShare: 1.3,

  encodePngPerMp: 30,
  /** Reading samples, other ways to store them, and guesses at filters of rows; trials of these are counted as they are packed. */
  optimisePngPerMb: { plain: 15, quick: 100, fast: 250, full: 250 },
  /** Packing samples well, as foreseen before it starts. */
  packSamplesPerMb: 500,
  /** A ladder of palettes. */
  ladderPerMp: 110,
  /** Mapping pixels to a palette and measuring them over one background: of a part, and of the whole with areas and worst tile. */
  mapPartPerMp: 40,
  mapWholePerMp: 50,
  /** Mapping and measuring the frames of an animation. */
  mapFramesPerMp: 80,
  /** Composing the frames of an animation and comparing them with those before. */
  composeFramesPerMp: 15,
  /** Rounding samples and judging them over one background; twice with transparency. */
  roundPerMp: 80,

  /** A page of a PDF drawn at 50 dpi. */
  drawPage: 60,
  /** Cutting a font down to its used glyphs: bytes that go in. */
  subsetFontPerMb: 20,
} as const;
