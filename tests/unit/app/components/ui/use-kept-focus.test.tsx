// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useKeptFocus } from '~/components/ui/use-kept-focus.ts';

afterEach(cleanup);

function Part({ pending }: { readonly pending: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div {...useKeptFocus(() => heading.current)}>
      <h3 ref={heading} tabIndex={-1}>
        chart.png
      </h3>
      {pending ? <p>Compressing</p> : <button>Smaller</button>}
      <a href="#other">Other</a>
    </div>
  );
}

test('gives the focus to the heading where what had it is gone, and to nothing else', () => {
  const { rerender } = render(<Part pending={false} />);
  rerender(<Part pending />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Part pending={false} />);
  screen.getByRole('button').focus();
  rerender(<Part pending />);
  expect(document.activeElement?.textContent).toBe('chart.png');
  screen.getByRole('link').focus();
  rerender(<Part pending={false} />);
  expect(document.activeElement?.textContent).toBe('Other');
});

test('takes the focus once where its target lies outside the part', () => {
  function Page({ offers }: { readonly offers: boolean }) {
    const heading = useRef<HTMLHeadingElement>(null);
    return (
      <>
        <h1 ref={heading} tabIndex={-1}>
          Your results
        </h1>
        <p {...useKeptFocus(() => heading.current)}>{offers && <button>Compress it too</button>}</p>
      </>
    );
  }
  const { rerender } = render(<Page offers />);
  screen.getByRole('button').focus();
  rerender(<Page offers={false} />);
  expect(document.activeElement?.textContent).toBe('Your results');
  // A click beside everything: the keyboard's place is wherever a person has put it.
  screen.getByRole('heading').blur();
  rerender(<Page offers={false} />);
  expect(document.activeElement).toBe(document.body);
});
