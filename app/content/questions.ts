import { listOfKinds } from '#engine/api/kinds.ts';
import { brand } from './brand.ts';

/** The eight questions of the guide; also handed to search engines as structured data. */
export const questions: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'Does compressing a file reduce its quality?',
    answer:
      'Not if it is done without loss, as with text, drawings and PNG packing. Photos are usually compressed with some loss; whether that is visible depends on how far one goes. We compare each changed image with its source and stay above a fixed floor.',
  },
  {
    question: 'How small can my file get?',
    answer:
      'That depends on its contents. Photos straight from a camera and decks full of them often lose 70 percent and more, in good cases up to 95. Documents of pure text lose less, and a file that was compressed before may not change at all.',
  },
  {
    question: 'Which files can I compress here?',
    answer: `${listOfKinds('and')}, up to 10 files at a time and less than 200\u00a0MB each. Older PPT presentations need to be saved as PPTX first.`,
  },
  {
    question: 'What happens to my file?',
    answer:
      'You choose. On our servers, the upload is deleted as soon as it is compressed, the result after 15 minutes, or after 24 hours if you make a share link. On this device your browser compresses it, and nothing is uploaded.',
  },
  {
    question: 'Do I need an account?',
    answer:
      'Not for compressing and seeing the result. Downloading and sharing need a sign-in with a Google account.',
  },
  {
    question: 'Why did my file not get smaller?',
    answer: `It was compressed well already, or it holds little that can be compressed. In that case you get the original back. ${brand.name} never returns a larger file in the same format.`,
  },
  {
    question: 'Will links, forms and animations survive?',
    answer:
      'Yes. Links, bookmarks, form fields and tags stay in PDFs; animations, notes and charts stay in presentations. Digitally signed PDFs are returned unchanged, since any change would break the signature.',
  },
  {
    question: 'What resolution should I choose for email and for print?',
    answer:
      'For reading on a screen and for email 96 to 150 DPI is enough. Printing presses ask for 300 DPI. Keep the print version as a master and send a compressed copy.',
  },
];
