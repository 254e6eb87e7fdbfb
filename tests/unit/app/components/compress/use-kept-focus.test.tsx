// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useKeptFocus } from '~/components/compress/use-kept-focus.ts';

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
