/** The numbers of policy for JPEG. Shares 0 to 1; markers and layouts of a standard stand beside their use. */

// Worth a change

/** Quality up to which a source was already compressed hard, as one that does not say. */
export const LOW_QUALITY = 82;

/** Share of the picture's bytes that an encode with loss may take: of a source that was compressed hard it must pay well. */
export const LOSSY_SHARE = { lowQuality: 0.88, other: 0.97 } as const;

/**
 * Share of the picture's bytes that a lossy encode must take for re-coding without loss to be tried: that takes 0.1 s a megapixel and saves
 * 5 to 16 %. For a target size it is tried in any case: what takes most bytes may be metadata.
 */
export const WORTH_TRANSCODING_SHARE = 0.5;

/** Progress at which a file is decoded. */
export const DECODED_PROGRESS = 0.1;

// Gain maps

/** A gain map that would take a larger share of a target size is removed. */
export const GAIN_MAP_TARGET_SHARE = 0.3;

// What lies beside the picture

/** Pictures that are looked for behind the first, and made smaller: cameras write one or two, and each may take a look at all that follows. */
export const MAX_FURTHER_PICTURES = 8;

/** Up to here a segment holds nothing of a person: a generation marker. */
export const NEGLIGIBLE_BYTES = 16;

/** Longest field that is read (names, kinds of films, descriptions of maps); the blocks of a hostile directory may each claim all that there is. */
export const LONGEST_FIELD_BYTES = 1024;

/** Boxes of a film lie in each other four deep at most. */
export const MAX_BOX_DEPTH = 6;

// New JPEGs, made of a picture in another format or size

/** Full chroma is the second choice: it wins on coloured graphics. */
export const CHROMA_OF_NEW = ['4:2:0', '4:4:4'] as const;

/** Of the JPEG that is returned where no other reaches the floor. */
export const FINEST_QUALITY = 100;

/** Room for EXIF in a segment. Source: ITU-T T.81, B.1.1.4; Exif 2.32, 4.7.2. */
export const MOST_EXIF_BYTES = 65_527;
