/**
 * SAMPLE CONTENT, to be replaced by the operator: invented voices with drawn pictures, to show how the section looks.
 */
export interface Testimonial {
  readonly name: string;
  readonly role: string;
  readonly quote: string;
  /** Address of a square picture. */
  readonly image: string;
}

export const testimonials: readonly Testimonial[] = [
  voice(
    'Akosua',
    'Teacher',
    'My worksheets finally fit the school portal. I print them afterwards and nobody sees a difference.',
  ),
  voice(
    'Daniel',
    'Estate agent',
    'Forty photos per flat used to mean three mails. Now it is one, and clients open it on the train.',
  ),
  voice(
    'Mei',
    'Architect',
    'The plans kept their lines, only the renderings got smaller. That is exactly what I wanted.',
  ),
  voice(
    'Kwame',
    'Wedding photographer',
    'I show the numbers to couples. Half the wait for the gallery, same look.',
  ),
  voice(
    'Ingrid',
    'Head of training',
    'Our template carried a cover image of eleven megabytes. We had sent it four hundred times.',
  ),
  voice(
    'Samuel',
    'Student',
    'Scanned my thesis appendix on my phone, sent it from the bus, done before my stop.',
  ),
  voice(
    'Priya',
    'Shop owner',
    'Product images load before people scroll away. I compress ten at a time over coffee.',
  ),
  voice(
    'Jonas',
    'Translator',
    'Links and bookmarks still work after compressing, which I cannot say of what I used before.',
  ),
];

function voice(name: string, role: string, quote: string): Testimonial {
  return { name, role, quote, image: `/portraits/voice-${name.toLowerCase()}.svg` };
}
