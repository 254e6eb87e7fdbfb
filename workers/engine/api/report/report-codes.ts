/**
 * Every code that a report can carry, with its text. The tables are the one source: the types below, the sentences that
 * people read and the tables of docs/api.md come from them. `{name}` stands for a value that the step fills in.
 * A code is stable: programs rely on it. A text may be improved at any time.
 */

/** What was done to the file. */
export const CHANGES = {
  // Pictures
  're-encoded': 'The image was re-encoded at a quality that the preset or the size asked for allows.',
  're-coded': 'The image was packed more tightly without changing a sample.',
  'animation-re-encoded': 'The frames were re-encoded; their number, delays and loop count are unchanged.',
  'colours-reduced': 'The image was reduced to {colours} colours.',
  'samples-rounded': 'Samples were rounded, as far as the preset or the size asked for needs.',
  converted: 'The image was converted from {from} to {to}.',
  scaled:
    'The image was scaled in linear light from {from} to {to} pixels; its score compares it with the scaled original.',
  'set-made': '{files} files were made: {widths} pixels wide, as {formats}.',
  'turned-upright':
    'The image was turned as its EXIF orientation says, so that every program shows it upright.',
  packed: 'The image was packed more tightly without changing a sample.',
  '16-bit-to-8-bit': 'Samples of 16 bits were converted to 8 bits, which is what screens show.',
  'metadata-removed': 'Metadata was removed: {parts}.',
  'content-credentials-removed':
    'Content Credentials (C2PA) were removed: their signature holds for the bytes of the original alone.',
  'trailing-data-removed': 'Data after the end of the image was removed.',
  'panorama-removed': 'The panorama settings were removed: viewers show the image as a flat one.',
  'further-pictures-removed': 'Further images in the file (views, depth) were removed.',
  'gain-map-removed': 'The HDR gain map was removed: the image is shown in standard dynamic range.',
  'profile-slimmed': 'Tables that are not needed to show the image were removed from its colour profile.',
  'converted-to-srgb': 'Colours were converted to sRGB and the large colour profile was removed.',
  'srgb-profile-left-out': 'The sRGB profile was removed: viewers assume sRGB when there is none.',
  // PDF
  repaired: 'The damaged cross-reference table was rebuilt.',
  'unreachable-dropped': 'Objects that are not used anywhere were removed.',
  'unused-dropped': 'Fonts and images that are listed as page resources but never shown were removed.',
  'private-data-dropped':
    'Private application data, page thumbnails and metadata of single objects were removed.',
  'defaults-dropped': 'Entries that only repeat the default value were removed.',
  'metadata-cleaned': 'Editing history and padding were removed from the metadata.',
  'duplicates-merged': 'Identical objects are stored once.',
  'contents-joined': 'Page contents that were split into several streams were joined.',
  'contents-tidied': 'Page contents were rewritten in a shorter form.',
  'streams-repacked': 'Page contents, fonts and other streams were compressed more tightly.',
  'fonts-subset': 'Fonts were reduced to the characters that are used.',
  'pictures-recompressed': 'Images were compressed more tightly.',
  'scans-layered':
    'Scanned pages were stored in layers: sharp letters over smoothed paper. Every stroke was found again in its place.',
  // PPTX
  'pictures-resized': 'Images were scaled down to the size at which they are shown.',
  'pictures-converted': 'Images were stored in a format that suits them better.',
  'cropped-areas-removed': 'Areas of images that are cropped away wherever the image is shown were removed.',
  'metafiles-converted': 'Metafiles that hold a single bitmap were stored as images.',
  'printer-settings-dropped': 'Printer settings were removed.',
  'change-log-dropped': 'The log of who changed what, and when, was removed.',
  'thumbnail-dropped': 'The preview image of the file was removed; programs make a new one.',
  'unused-parts-dropped': 'Parts of the package that are not used anywhere were removed.',
  'parts-merged': 'Identical images and media are stored once.',
  'svg-minified': 'Comments and editor data were removed from SVG drawings.',
  'embedded-documents-recompressed': 'Embedded documents were compressed with the same steps.',
  'parts-packed': 'The parts of the package were compressed more tightly.',
} as const satisfies Readonly<Record<string, string>>;
export type ChangeCode = keyof typeof CHANGES;

/** What was left as it is, and why. */
export const SKIPS = {
  'not-smaller': 'Nothing made this file smaller, so the original is returned.',
  'already-compressed':
    'This image was compressed by us before; compressing it again would harm its quality.',
  'generation-loss': 'Re-encoding the image would cost more quality than the bytes it saves are worth.',
  'broken-samples':
    'A part of the image is damaged, and programs show it differently, so no sample was changed.',
  '16-bit': 'This preset keeps 16 bits per sample, which rules out a palette.',
  'rare-jpeg':
    'The image is a {kind}, which programs show differently or not at all, so it was left as it is.',
  'linked-data':
    'The file holds further images or a film, described in a damaged way, so the original is returned.',
  'colours-not-judged':
    'The image is HDR, or in a colour space in which changes cannot be judged, so no sample was changed.',
  'gain-map': 'The image carries an HDR gain map of a kind that this preset leaves untouched.',
  'odd-animation': 'The animation breaks a rule of the format, so its frames were left as they are.',
  'frames-merged': 'Equal frames would have become one, so the frames were not re-encoded with loss.',
  'large-lossless': 'Lossless compression of an image this large would take too much memory.',
  'large-transparency': 'Compressing the transparency of an image this large would take too much memory.',
  // Documents
  signed:
    'The document is digitally signed. Any change would break the signature, so the original is returned.',
  'standard-kept':
    'The document follows {standard}, which allows no change of ours, so the original is returned.',
  encrypted:
    'The document is encrypted, and its owner forbids {forbidden}. We cannot keep such a protection, so the original is returned.',
  'not-checkable': 'The appearance of this PDF cannot be checked, so the original is returned.',
  'check-failed': 'The result did not pass the check ({reason}), so the original is returned.',
  'not-comparable':
    'What shows on pages that take too much work to draw was left as it is: the result could not be compared there.',
  'too-much-work':
    'Images out of proportion to the file in number or size were left as they are, or only packed more tightly.',
  'picture-put-back': 'Images that made a page look different were restored ({reason}).',
  'font-put-back': 'Fonts that made a page look different were restored.',
  'contents-put-back': 'Page contents that looked different when rewritten were restored.',
  'stream-unreadable': 'A stream could not be read and was left as it is.',
  'font-unreadable': 'A font could not be read and was left as it is.',
  'type1-kept': 'A Type 1 font that could not be converted was left as it is.',
  'picture-already-small': 'Images that are already stored well were left as they are.',
  'picture-unreadable': 'Images that could not be read were left as they are.',
  'picture-too-large': 'Images beyond the limit of 100 megapixels were left as they are.',
  'picture-external': 'Images that are stored outside the file were left as they are.',
  'picture-for-print': 'Images with an alternate version for printing were left as they are.',
  'picture-colour': 'Images in an unknown colour space were left as they are.',
  'picture-kept': 'Images in a format that cannot be re-encoded were left as they are.',
  'scan-kept': 'Scanned pages that could not be stored in layers without a doubt were compressed as images.',
  'media-not-readable': 'Damaged images, sounds or videos were left as they are.',
  'part-failed':
    'Parts that could not be processed because of an error in our software were left as they are.',
  'embedded-signed': 'Embedded documents that are signed, or of an unknown kind, were left as they are.',
  'embedded-not-readable': 'Embedded documents that could not be read were left as they are.',
  'svg-kept': 'SVG drawings without anything that can safely be removed.',
  'metafile-kept': 'EMF and WMF drawings, including the bitmaps in them.',
  'unused-layouts-kept': 'Layouts that no slide uses yet were kept: they are offered for new slides.',
} as const satisfies Readonly<Record<string, string>>;
export type SkipCode = keyof typeof SKIPS;

/** Skips whose cause is a fault of ours and not the file: workers count and log them. */
export const INTERNAL_SKIPS: readonly SkipCode[] = ['part-failed'];

/** Advice for the owner of the file. */
export const HINTS = {
  'photo-as-webp':
    'The image looks like a photo. Saved as WebP it would be notably smaller; the size is an estimate.',
  'larger-than-source':
    'In the format {format} or at this size the image takes more bytes than the original.',
  'widths-left-out':
    'The image is {width} pixels wide and is never enlarged, so it was not made {widths} pixels wide.',
  'gentler-preset':
    'The image has the quality of the preset "{preset}" already, which usually takes about as many bytes.',
  'quality-for-target':
    'To reach the size you asked for, quality was lowered below that of every preset: look at the result before you use it.',
} as const satisfies Readonly<Record<string, string>>;
export type HintCode = keyof typeof HINTS;

/**
 * What matters to people and is still in the result. The name is the code; documents count what they hold.
 */
export const FEATURES = {
  copyright: 'Author and copyright',
  date: 'Date of creation',
  location: 'Location where the image was taken',
  camera: 'Camera and its settings',
  descriptions: 'Descriptions as they are in the file',
  orientation: 'EXIF orientation',
  density: 'Pixel density (DPI)',
  'icc-profile': 'ICC colour profile',
  'coded-colours': 'Colour space and HDR data',
  'content-credentials': 'Content Credentials (C2PA)',
  'gain-map': 'HDR gain map',
  film: 'Film of a motion photo',
  'further-pictures': 'Further images in the file (views, depth)',
  panorama: 'Panorama settings',
  animation: 'Frames of the animation',
  pages: 'Pages',
  links: 'Links',
  'form-fields': 'Form fields',
  annotations: 'Annotations',
  'outline-entries': 'Entries of the outline (bookmarks)',
  tags: 'Structure tags (accessibility)',
  layers: 'Layers',
  attachments: 'Attached files',
  'page-labels': 'Page labels',
  'named-destinations': 'Named destinations',
  'xfa-form': 'XFA form',
  language: 'Language of the document',
  'output-intents': 'Output intents',
  metadata: 'Document metadata',
  'pdf-a': 'PDF/A-{part} conformance',
  conformance: '{standard} conformance',
  protection: 'Protection: its owner forbids {forbidden}',
  slides: 'Slides',
  layouts: 'Slide layouts',
  notes: 'Speaker notes',
  comments: 'Comments',
  charts: 'Charts',
  diagrams: 'Diagrams',
  'sounds-and-videos': 'Sounds and videos',
  'embedded-documents': 'Embedded documents',
  'embedded-fonts': 'Embedded fonts',
  'custom-xml': 'Custom XML',
} as const satisfies Readonly<Record<string, string>>;
export type FeatureCode = keyof typeof FEATURES;
