/** Languages of samples, in the order of their tabs; each is a folder of docs/samples. */
export const LANGUAGES = [
  { folder: 'curl', label: 'curl' },
  { folder: 'sdk', label: 'SDK' },
  { folder: 'javascript', label: 'JavaScript' },
  { folder: 'python', label: 'Python' },
  { folder: 'python-stdlib', label: 'Python, no packages' },
  { folder: 'php', label: 'PHP' },
  { folder: 'go', label: 'Go' },
] as const;

type LanguageFolder = (typeof LANGUAGES)[number]['folder'];

/** One request in every language. */
export type Sample = Readonly<Record<LanguageFolder, string>>;

/** The address in samples; pages show their own in its place. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';
