/** How a kind is named by systems and people. */
export interface DeclaredInfo {
  /** Media types in lower case: the registered one, as sent in Content-Type, then aliases that systems still send. */
  readonly mimeTypes: readonly [string, ...string[]];
  /** File name extensions in lower case and without the dot, the usual one first. */
  readonly extensions: readonly [string, ...string[]];
  /** How people call it. */
  readonly label: string;
}

/**
 * What is known of a kind of file before any of its code is loaded: the `facts.ts` of its folder, listed in
 * `formats/registry.ts`. Page, server and engine read these facts alone.
 */
export interface FormatFacts extends DeclaredInfo {
  readonly kind: string;
  /** A picture is one image or one animation; a document holds pictures and more. */
  readonly group: 'picture' | 'document';
  /**
   * Whether only API, command line and client take it: the page and its texts do not name it. What some browsers do not show is
   * for programs, as the page compares pictures in the browser [false].
   */
  readonly isForPrograms?: boolean;
  /** Whether other kinds share its first bytes, as all office documents are zip archives [false]. */
  readonly isPackage?: boolean;
  /**
   * Where the signature of the kind lies in the first bytes of a file; -1 where it does not.
   * @param head the first 1024 bytes, or the whole file
   */
  readonly signatureAt: (head: Uint8Array) => number;
  /** Counted work that a file is worth, in ms of one usual core (2024), see `budget/proportion.ts`. */
  readonly work: {
    /** A file of up to 1 MB. */
    readonly smallFileMs: number;
    /** Each megabyte beyond. */
    readonly perMegabyteMs: number;
  };
  /** CPU seconds at the preset "balanced", for the order of jobs: of any file, and of each megabyte. */
  readonly expectedSeconds: { readonly perFile: number; readonly perMegabyte: number };
}

/** 0 where a file begins with some bytes, else -1. */
export function atStart(head: Uint8Array, signature: readonly number[]): number {
  return head.length >= signature.length && signature.every((value, index) => head[index] === value) ? 0 : -1;
}
