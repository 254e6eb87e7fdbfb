/** A term of the site's texts, and what is not written in its place: one word for one thing. */
interface Term {
  readonly write: string;
  readonly instead: RegExp;
  /** What was written once; a test shows that it is found. */
  readonly once: readonly string[];
  /** The engine's pages say it, since its code does. */
  readonly isEngineWord?: true;
  /** Paths of the files that have no other use for it [all]. */
  readonly within?: RegExp;
}

/** Texts of the specification stay as they are; a test finds the other words in page and articles. */
export const TERMS: readonly Term[] = [
  {
    write: 'photo',
    instead: /\bphotographs?\b/i,
    once: ['A page of the album: a photograph over its caption.'],
    isEngineWord: true,
  },
  // PowerPoint's commands and a person's picture have their names.
  {
    write: 'image',
    instead: /(?<!\b(?:profile|Compress|Insert,|areas of|only to this) )(?<!")\bpictures?\b(?!")/i,
    once: ['Bounds of a picture, in px, which is scaled down to fit [none].'],
    isEngineWord: true,
  },
  {
    write: 'smaller',
    instead: /\b(lighter|less heavy)\b/i,
    once: ['a photo album of 3 MB, and the same page of it with 1 MB, 66% lighter.'],
    isEngineWord: true,
  },
  // The line of the home page is the house's own.
  {
    write: 'large and small',
    instead:
      /(?<!-)\bheav(y|ier|iest)\b(?! (users|becomes|files become light\. They))|\b(and|become|is) light\b(?! and dark|\. They)|\bweigh(s|ed)? (a|more|so|next|five|\{|\d)|\b(lose|is) weight\b/i,
    once: [
      'Heavy files become light.',
      'each compared with its source until it is light and looks the same.',
      'Screenshots in a handbook, crisp and light',
      'All of it is weight.',
      'How reports, decks and screenshots lose weight with us',
      'Ten scanned pages easily weigh more than a mail server will take.',
    ],
    isEngineWord: true,
  },
  {
    write: 'Login, or "sign in" in a sentence',
    instead: /\b(log[ -]in|sign on|log on)\b/i,
    once: ['Please log in to download.'],
  },
  {
    write: 'Logout, or "sign out" in a sentence',
    instead: /\b(log(s|ged|ging)?( \w+)? out|not logged)\b/i,
    once: ['Log out everywhere', 'Logged out everywhere', 'Not logged out', 'Logs you out of all devices.'],
  },
  {
    write: 'file type',
    instead:
      /\bkinds? of (a |the )?files?\b|\bkind and size\b|\((file )?kind, size|\b(the five|two different) kinds\b|\bnone of the kinds\b|\bcontent of another kind\b|\btime by kind\b/i,
    once: [
      'The kind of a file is read from its content.',
      'The kind and size of the file help a lot.',
      'When one of the files breaks a rule (kind, size, number), the whole batch is refused.',
      'Below a directory only names of the five kinds are taken.',
      'Type and extension name two different kinds, before any byte has come.',
      'The content is none of the kinds, whatever name and type say.',
      'Content of another kind is refused.',
      'bytes, harm and CPU time by kind, and every file where we lose.',
    ],
    isEngineWord: true,
  },
  { write: 'row', instead: /\b(the|result|its|each|every|own) cards?\b/i, once: ['The result card'] },
  {
    write: 'automatically',
    instead: /\b(go(es)? on|begins?|starts?|resumes?|continues?) by (itself|themselves)\b/i,
    once: ['The file waits for the line and goes on by itself.', 'Your files go on by themselves.'],
  },
  { write: 'location', instead: /^\s*Place\s*$/, once: ['Place'] },
  { write: 'email', instead: /\be-mails?\b/i, once: ['For e-mail and forms with a size limit.'] },
  {
    write: 'compressor',
    instead: /(?<!search |#)\bengine\b(?! lead)/i,
    once: [
      'compressing works too, if the engine is on this device.',
      'The same engine, from your own programs.',
    ],
    within: /^app\/(components|content|routes)\//,
  },
  {
    write: 'technology',
    instead: /\bwhat it is made of\b/i,
    once: ['how it treats your files and what it is made of.'],
  },
  {
    write: 'deleted as soon as it is compressed',
    instead: /\b(upload|it) goes as soon\b|\bas soon as its job ends\b|\bon its way up\b/i,
    once: [
      'The upload goes as soon as its job ends.',
      'Work begins while the next file is still on its way up.',
    ],
    within: /^app\//,
  },
  {
    write: 'not changed',
    instead: /\bleft alone\b|\bleave (the rest|those) alone\b/i,
    once: [
      '  left alone: It would not be smaller.',
      'We make those fit the slide and leave the rest alone.',
      'Files that were compressed before often hold images that would only get worse, so we leave those alone.',
    ],
  },
  {
    write: 'compress',
    instead: /\bsqueez(e|es|ed|ing)\b/i,
    once: [
      'what you squeeze hard is squeezed a second time.',
      'which another service had squeezed earlier',
      'Nothing is squeezed for the sake of a number.',
    ],
    isEngineWord: true,
  },
  // A format that a person asks for may take more.
  {
    write: 'in the same format never larger',
    instead: /\bnever (a )?bigger\b|\bnever larger than what came in\b/i,
    once: [
      'Never a bigger file',
      'A result is never bigger than its source.',
      'And a result is never larger than what came in.',
    ],
  },
  {
    write: 'correct, valid, intact',
    instead:
      /\b(mend the|ends the same|sound files|key is sound|unfolds to|stands at byte|took more quality)\b/i,
    once: [
      'Mend the request; the same one ends the same.',
      'Look at the reasons; send the sound files again.',
      'The key is sound, but the call is not among what it was made for.',
      'The file takes too much work or unfolds to too much.',
      'The upload stands at byte 7.',
      'The size asked for took more quality than any preset would.',
    ],
  },
];
