import { listOfKinds } from '#engine/api/kinds.ts';
import { brand } from './brand.ts';

export const featureCategories = [
  'Performance',
  'Security',
  'User Experience',
  'Compatibility',
  'Technology',
  'Accessibility',
  'Freedom',
  'Efficiency',
  'Simplicity',
] as const;

type FeatureCategory = (typeof featureCategories)[number];

interface Feature {
  readonly title: string;
  readonly text: string;
  readonly category: FeatureCategory;
}

/** The twelve cards of the features page. */
export const features: readonly Feature[] = [
  {
    category: 'Performance',
    title: 'Starts at once',
    text: 'Compression starts while the next file is still uploading. Small files take about a second.',
  },
  {
    category: 'Efficiency',
    title: `Reduction of ${brand.claims.maximumReduction}`,
    text: 'Photo-heavy files shrink most, plain text least. Each row shows the true figure for your file.',
  },
  {
    category: 'Security',
    title: 'Deleted, or never sent',
    text: 'On our servers, uploads are deleted as soon as they are compressed, results after 15 minutes unless you share them. On this device, nothing is uploaded.',
  },
  {
    category: 'User Experience',
    title: 'Ten files in one go',
    text: 'Drop a mixed selection. Every file gets its own row, and a total adds up what was saved.',
  },
  {
    category: 'Compatibility',
    title: 'Every usual format',
    text: `${listOfKinds('and')}, each treated by its own rules. A file keeps its format unless you ask for another.`,
  },
  {
    category: 'Technology',
    title: 'Measured, not guessed',
    text: 'Images are encoded several ways and compared with the source by a model of human vision. The smallest one that looks the same wins.',
  },
  {
    category: 'Technology',
    title: 'Documents stay documents',
    text: 'Text, links, bookmarks, forms, animations and notes survive. No page is ever turned into an image.',
  },
  {
    category: 'Accessibility',
    title: 'Made for everyone',
    text: 'All of it works by keyboard and with a screen reader, at 400 percent zoom, in light and dark, and without motion if you prefer.',
  },
  {
    category: 'Freedom',
    title: 'Free to use',
    text: 'No fee, no watermark, no account for compressing. A Google sign-in is needed only to download and share.',
  },
  {
    category: 'Compatibility',
    title: 'Install it as an app',
    text: 'On phones and desktops the site can be installed. Made available offline, it compresses every format without a connection.',
  },
  {
    category: 'Efficiency',
    title: 'Never larger in the same format',
    text: 'If a file cannot be made smaller, you get the original back. Only another format that you ask for can take more.',
  },
  {
    category: 'Simplicity',
    title: 'Nothing to learn',
    text: 'The default suits most files. Three other levels are one tap away.',
  },
];
