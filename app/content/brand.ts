import { listOfKinds } from '#engine/api/kinds.ts';

/**
 * The one place that knows what the product is called, where its profiles live and what it claims.
 * An operator who runs this under another name edits this file (and `team.ts`, `testimonials.ts`, `case-studies.ts`).
 * Addresses under `.example` and the profile names are samples: no one owns them, and they must be replaced before going public.
 */
export const brand = {
  name: 'Featherpress',
  /** Put before the original name of a file: `featherpress_report.pdf`. */
  filePrefix: 'featherpress_',
  tagline: 'File Compression Made Simple',
  description: `Featherpress makes ${listOfKinds('and')} files smaller without harming them. Free; sign in with Google to download.`,
  copyrightYear: 2025,
  /** Address used in canonical links and feeds when the server was not told its own (`PUBLIC_URL`). */
  siteUrl: 'https://featherpress.example',
  links: {
    linkedin: 'https://www.linkedin.com/company/featherpress',
    instagram: 'https://www.instagram.com/featherpress',
    x: 'https://x.com/featherpress',
    tiktok: 'https://www.tiktok.com/@featherpress',
    trustpilot: 'https://www.trustpilot.com/review/featherpress.example',
    fundraising: 'https://www.gofundme.com/f/featherpress',
    startupDirectory: 'https://www.producthunt.com/products/featherpress',
    apiAccess: 'https://developers.featherpress.example',
  },
  support: {
    email: 'support@featherpress.example',
    phone: '+233 30 000 0100',
    phoneHref: 'tel:+233300000100',
    phoneHours: 'Mon-Fri 9AM-6PM GMT',
    emailReply: 'within 24 hours',
    city: 'Accra',
    country: 'Ghana',
  },
  claims: {
    users: '7K+',
    filesCompressed: '12K+',
    /** The count of one server is shown from here on; below it, it would deny the claim. */
    filesCompressedAtLeast: 12_000,
    averageReduction: '95%',
    maximumReduction: 'up to 95%',
    secure: '100%',
    availability: '24/7',
  },
} as const;

/** Profiles shown in the footer, in reading order. */
export const profiles = [
  { label: 'LinkedIn', href: brand.links.linkedin },
  { label: 'Instagram', href: brand.links.instagram },
  { label: 'X', href: brand.links.x },
  { label: 'TikTok', href: brand.links.tiktok },
  { label: 'Trustpilot', href: brand.links.trustpilot },
] as const;
