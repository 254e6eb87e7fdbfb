import { expect, test } from 'vitest';
import { initialsOf } from '~/components/site/portrait.tsx';

test.each([
  ['Ama K. Mensah', 'AM'],
  ['Plato', 'P'],
  ['  élodie  ', 'É'],
  ['', ''],
])('takes the initials of "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
