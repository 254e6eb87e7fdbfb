/**
 * SAMPLE CONTENT, to be replaced by the operator: no person on this list is real, and the pictures are drawn
 * (see `infra/media/draw-portraits.ts`). A member whose picture cannot be loaded is shown by initials.
 */
export interface TeamMember {
  readonly name: string;
  readonly role: string;
  readonly bio: string;
  /** Address of a square picture. */
  readonly image: string;
  readonly linkedin: string;
}

export const team: readonly TeamMember[] = [
  member(
    'Ama Owusu',
    'Founder and Product Lead',
    'Ran a print shop in Osu for six years and has opened more oversized PDFs than anyone should. Decides what we leave out.',
  ),
  member(
    'Kofi Asante',
    'Engine Lead',
    'Spends his days on quantization tables and his evenings on choral arrangements. Both are about what may be left unsaid.',
  ),
  member(
    'Esi Quartey',
    'Image Science',
    'Measures what the eye notices. Keeps a drawer of difficult images: fog, tweed, red neon on black.',
  ),
  member(
    'Yaw Darko',
    'Documents and Fonts',
    'Knows the PDF specification by clause number and can tell you why your footnotes have their own font.',
  ),
  member(
    'Nadia Benali',
    'Design',
    'Draws everything you see here from four shapes. Believes that a good interface is mostly good sentences.',
  ),
  member(
    'Tomas Lindqvist',
    'Infrastructure',
    'Makes sure that a worker can fall over in the middle of a job without anyone noticing. Tests it by pulling plugs.',
  ),
  member(
    'Abena Sarpong',
    'Support',
    'Answers your messages, usually within two hours, and turns the good complaints into issues for the rest of us.',
  ),
  member(
    'Ravi Menon',
    'API and Integrations',
    'Writes the documentation first and the endpoint second. Allergic to error messages that say only that something failed.',
  ),
  member(
    'Lucia Ferrer',
    'Accessibility and Quality',
    'Uses the site by keyboard and screen reader before anyone else does, and sends back whatever does not speak clearly.',
  ),
];

function member(name: string, role: string, bio: string): TeamMember {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    name,
    role,
    bio,
    image: `/portraits/${slug}.svg`,
    linkedin: `https://www.linkedin.com/in/sample-${slug}`,
  };
}
