/**
 * The numbers of policy for office documents: what is worth a change, what may change, how hostile files are bounded.
 * Sizes in bytes, shares 0 to 1; numbers that a format fixes stand beside its reader.
 */
import type { SizedAllowance } from '../../budget/sized-budget.ts';

// Limits on hostile files

/** Content types of more bytes are looked at only when the package is opened: regular ones have some kilobytes. */
export const SNIFFED_TYPES_BYTES = 1024 ** 2;

/**
 * XML that is read of any file, unpacked, and for each byte of it: a megabyte takes 40 ms and, as lists, ten times its size
 * of memory. 29 regular decks have 3 MB and 5 bytes a byte at most.
 */
export const XML_BYTES: SizedAllowance = { free: 32 * 1024 ** 2, perFileByte: 24 };

/** Relationships of a whole file; regular decks have hundreds. */
export const MAX_RELATIONSHIPS = 250_000;

/**
 * Samples of pictures that are encoded anew: in any deck, and for each byte of it. A sample takes 20 to 50 ns. The largest
 * numbers in thirteen regular decks are 50 million in one picture and 36 a byte.
 */
export const PICTURE_SAMPLES: SizedAllowance = { free: 32e6, perFileByte: 60 };

/** What counts of parts that are not packed in themselves: XML takes 0.18 to 0.3 deflated, drawings and objects 0.08 to 0.14. */
export const DEFLATED_SHARE = 1 / 6;

/** Work goes by at most so many bytes for each of a package: one of zeros is worth no more. */
export const MOST_INFLATED_RATIO = 4;

/** What a picture takes however small it is, in samples: some 40 ms of searching. */
export const SAMPLES_OF_ANY = 750_000;

/**
 * Bytes of pictures of a deck that are read before the first is worked on, so that idle engines can have them: those of regular decks
 * lie in the file as they are.
 */
export const HELD_PICTURE_BYTES = 128 * 1024 ** 2;

/** Metafiles that are looked at, more than any regular deck has: each takes a millisecond or two, however small it is. */
export const MAX_METAFILES = 500;

/** Longer drawings in SVG are data: their text takes twenty times the memory of their bytes. */
export const LONGEST_SVG_BYTES = 4 * 1024 * 1024;

/**
 * Parts of one fingerprint and other bytes that a part is compared with. Two of them do not occur by chance: thousands are
 * made to be compared with each other.
 */
export const MAX_ALIKE_PARTS = 2;

/** Documents that are embedded deeper stay as they are. */
export const MAX_EMBEDDED_DEPTH = 2;

// Work and progress

/** Work that any picture has, in ms, as long as that is half of all work at most. */
export const LEAST_PICTURE_MS = 150;

/** Work that packing has of its own at most, in ms, however much the pictures took: text packs to a tenth for little. */
export const MOST_PACKING_MS = 3000;

/** Bytes of a picture and number of such in a deck from which on other engines are asked: starting one takes as long as a picture. */
export const LEAST_SHARED_BYTES = 20_000;
export const LEAST_SHARED_PICTURES = 4;

// Pictures: worth a change

/**
 * Pictures of a few pixels. Their entry in the archive takes more, and looking for less of them takes as long as for any icon:
 * decks with thousands of them took seconds.
 */
export const HARDLY_ANY_BYTES = 200;

/** Share of its bytes that a picture or a part may take to replace its source: a percent less is not worth another generation. */
export const WORTHWHILE_SHARE = 0.99;

/** Share of the bytes of all pictures of a deck below which it does not matter what more could be saved on a picture. */
export const NEGLIGIBLE_DECK_SHARE = 0.0007;

/** Px kept around what is shown: scaling filters look at neighbours. */
export const CROP_MARGIN_PX = 4;

// Pictures: size

/** Of a further byte, the share that goes into pixels as a power: the rest goes into quality, so that both rise together. */
export const PIXELS_BY_BYTES_POWER = 0.7;

// Pictures: format and quality

/**
 * Share of the bytes to beat below which the likely winner has won: a drawing at the size that it is shown at, a photograph as a JPEG.
 * Else the other way is tried too, since resampling adds colours.
 */
export const SURE_SHARE = 0.5;

/** Colours among {@link COUNTED_PIXELS} up to which a picture is drawn: its JPEG shows its edges. */
export const MANY_COLOURS = 6000;

/** Pixels of a picture, spread over all of it, whose colours are counted. */
export const COUNTED_PIXELS = 65_536;

// Packing

/** Share of its bytes that a sound or video may take when it is deflated: players gain from stored ones. */
export const DEFLATING_MEDIA_SHARE = 0.95;

/** Pieces of media that tell whether it is worth deflating. */
export const PIECE_BYTES = 64 * 1024;
export const PIECES = 12;

/** Larger parts (long videos, huge sheets) are taken over as they lie. */
export const LARGEST_REPACKED_BYTES = 64 * 1024 ** 2;

/**
 * Levels of deflate: the first look, and the thorough ones, of which the first is taken at which all text stays below
 * `MOST_PACKING_MS`. Optimal parsing gains 3 to 8 % over zlib, at ten times the time. Parts of some hundred kilobytes, masters above all,
 * would take most of it: level 10 takes half and gives 1 % more.
 */
export const LOOK_LEVEL = 8;
export const THOROUGH_LEVELS = [12, 11, 10] as const;
export const LONG_PART_BYTES = 256 * 1024;
export const LONG_PART_LEVEL = 10;
