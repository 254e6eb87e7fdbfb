import { measured, type Sample } from './measurements.ts';

/**
 * SAMPLE CONTENT in part: the situations are invented, the files and figures are real. Each study uses a public file
 * that was put through our engine.
 */
export interface CaseStudy {
  readonly title: string;
  readonly who: string;
  readonly problem: string;
  readonly approach: string;
  readonly outcome: string;
  readonly sample: Sample;
}

export const caseStudies: readonly CaseStudy[] = [
  {
    title: 'A photo deck that opens before the applause ends',
    who: 'Conference speaker',
    problem:
      'Nine slides of photos came straight from a camera. The laptop of the venue needed half a minute to open them, and the organiser’s form refused the upload.',
    approach:
      'Each image was fitted to its place on the slide with a margin for a large screen, then encoded and compared with the source.',
    outcome: 'The deck looks the same on the big screen and fits in an email.',
    sample: measured.photoDeck,
  },
  {
    title: 'Screenshots in a handbook, sharp and small',
    who: 'Software support team',
    problem:
      'An online handbook with hundreds of screenshots in double resolution took seconds to show each page. Saving them as JPEG had made the small type fuzzy.',
    approach:
      'The images stayed PNG. Colours that no eye tells apart were merged where the measurement allowed, and everything was packed again.',
    outcome: 'Letters as sharp as before. One typical console window is shown in the bar.',
    sample: measured.consoleScreenshot,
  },
  {
    title: 'A survey report that reaches village offices',
    who: 'Research institute',
    problem:
      'A report of more than a hundred pages had to be read in district offices with weak mobile connections. Half of the recipients gave up on the download.',
    approach:
      'The document was compressed once, at the end. Images were brought to reading resolution, streams and object lists packed again. Bookmarks and links were kept, because people jump to their own district.',
    outcome: 'The same report, page for page, with its searchable text and its table of contents.',
    sample: measured.reportPdf,
  },
  {
    title: 'A lecture that students can download on the bus',
    who: 'University department',
    problem:
      'Slides of a lecture in electronics, with drawings and circuit diagrams, were posted each week. Students on prepaid data skipped them.',
    approach:
      'Drawings were stored without loss in fewer bytes, duplicates merged and images fitted to the size they are shown at. Formulas and diagrams remained editable objects.',
    outcome: 'Thirty-four slides, unchanged to the eye.',
    sample: measured.lectureDeck,
  },
];
