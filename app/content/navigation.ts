/** A link inside the site. */
export interface SiteLink {
  readonly label: string;
  /** Path from the root, without fragment. */
  readonly to: string;
}

/** The header, in reading order. */
export const headerLinks: readonly SiteLink[] = [
  { label: 'Home', to: '/' },
  { label: 'Compress', to: '/compress' },
  { label: 'Features', to: '/features' },
  { label: 'Why Compression?', to: '/file-compression-education' },
  { label: 'Case Studies', to: '/case-studies' },
  { label: 'Our Team', to: '/teams' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
  { label: 'API', to: '/api' },
];

/** The eight landing pages, as the footer lists them. */
export const toolLinks: readonly SiteLink[] = [
  { label: 'Compress PDF Online', to: '/compress-pdf-online' },
  { label: 'Compress PPTX Online', to: '/compress-pptx-online' },
  { label: 'Compress Images Online', to: '/compress-images-online' },
  { label: 'Compress PDF for Email', to: '/compress-pdf-for-email' },
  { label: 'Compress PDF on iPhone', to: '/compress-pdf-on-iphone' },
  { label: 'Compress PDF Without Losing Quality', to: '/compress-pdf-without-losing-quality' },
  { label: 'Compress PPTX for Presentation', to: '/compress-pptx-for-presentation' },
  { label: 'Compress Images for Website', to: '/compress-images-for-website' },
];

/** The eight articles, as the footer lists them. */
export const blogLinks: readonly SiteLink[] = [
  { label: 'How to Compress PDF for Email', to: '/blog/how-to-compress-pdf-for-email' },
  { label: 'Best Tools to Compress Images Online', to: '/blog/best-tools-to-compress-images-online' },
  {
    label: 'Compress PPTX Without Losing Quality',
    to: '/blog/compress-pptx-presentations-without-losing-quality',
  },
  { label: 'Reduce PDF File Size on Mobile', to: '/blog/reduce-pdf-file-size-on-mobile' },
  {
    label: 'Compress Files for Faster Website Loading',
    to: '/blog/how-to-compress-files-for-faster-website-loading',
  },
  {
    label: 'File Compression for Remote Work',
    to: '/blog/why-file-compression-is-essential-for-remote-work',
  },
  { label: 'PDF for Printing vs Emailing', to: '/blog/compressing-pdf-for-printing-vs-emailing' },
  {
    label: 'Compress Large Videos Before Uploading',
    to: '/blog/how-to-compress-large-videos-before-uploading',
  },
];

/** The legal pages, linked at the end of the footer. */
export const legalLinks: readonly SiteLink[] = [
  { label: 'Terms of Service', to: '/terms' },
  { label: 'Privacy Policy', to: '/privacy' },
];

/** Linked where figures are claimed, and in the footer. */
export const benchmarksLink: SiteLink = { label: 'Benchmarks', to: '/benchmarks' };

/**
 * Path of every page that search engines may list and that opens offline, in the order of the navigation. Pages that
 * need the server, such as the login, are not among them.
 */
export const publishedPaths: readonly string[] = [
  ...headerLinks,
  benchmarksLink,
  ...legalLinks,
  ...toolLinks,
  ...blogLinks,
].map(({ to }) => to);
