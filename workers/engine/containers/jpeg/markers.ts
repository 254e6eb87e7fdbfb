/** Second bytes of the markers of segments that may describe a picture. Source: ITU-T T.81, table B.1. */
export const APP0 = 0xe0;
export const APP1 = 0xe1;
export const APP2 = 0xe2;
export const APP3 = 0xe3;
export const APP11 = 0xeb;
export const APP13 = 0xed;
export const COMMENT = 0xfe;
