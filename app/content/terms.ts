/** A term of the site's texts, and what is not written in its place: one word for one thing. */
interface Term {
  readonly write: string;
  readonly instead: RegExp;
}

/** Texts of the specification stay as they are; a test finds the other words in page and articles. */
export const TERMS: readonly Term[] = [
  { write: 'photo', instead: /\bphotographs?\b/i },
  // PowerPoint's commands and a person's picture have their names.
  {
    write: 'image',
    instead: /(?<!\b(?:profile|Compress|Insert,|areas of|only to this) )(?<!")\bpictures?\b(?!")/i,
  },
  { write: 'smaller', instead: /\b(lighter|less heavy)\b/i },
  { write: 'Login, or "sign in" in a sentence', instead: /\b(log[ -]in|sign on|log on)\b/i },
  { write: 'Logout, or "sign out" in a sentence', instead: /\b(log(s|ged|ging)?( \w+)? out|not logged)\b/i },
  { write: 'file type', instead: /\bkinds? of files?\b/i },
  { write: 'row', instead: /\b(the|result|its|each|every|own) cards?\b/i },
  { write: 'automatically', instead: /\b(goes on|begins|starts?|resumes) by itself\b/i },
];
