// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import '#tests/support/browser-parts.ts';
import { LateBoundary } from '~/components/ui/late-boundary.tsx';
import { notify, toasterDemand } from '~/components/ui/notify.ts';
import { markOfNextPage, notifyOnNextPage, showNoticeOfLastPage } from '~/session/next-page-notice.ts';
import { PlainToaster } from '~/components/ui/plain-toaster.tsx';
import { ToastHost } from '~/components/ui/toast-host.tsx';
import { Tooltip } from '~/components/ui/tooltip.tsx';
import { loadLate } from '~/load-late.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('loads code once more before it counts as missing', async () => {
  const failing = (times: number) => {
    let attempts = 0;
    return async () => {
      if (attempts++ < times) throw new TypeError('Failed to fetch dynamically imported module');
      return attempts;
    };
  };
  await expect(loadLate(failing(0))).resolves.toBe(1);
  await expect(loadLate(failing(1))).resolves.toBe(2);
  await expect(loadLate(failing(2))).rejects.toThrow('Failed to fetch');
});

test('keeps the page when the code of a part cannot be loaded', async () => {
  const Part = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  // React reports what a boundary has caught; jsdom would print it.
  const silence = (event: Event) => event.preventDefault();
  const { error } = console;
  console.error = () => undefined;
  window.addEventListener('error', silence);
  render(
    <main>
      <h1>Results</h1>
      <LateBoundary fallback={<p>Plain</p>}>
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </LateBoundary>
    </main>,
  );
  expect(await screen.findByText('Plain')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Results' })).toBeTruthy();
  window.removeEventListener('error', silence);
  console.error = error;
});

test('takes away what is no longer true with the next toast', () => {
  render(<PlainToaster />);
  act(() => notify({ title: 'Almost Done', isPassing: true }));
  expect(screen.getByRole('status').textContent).toBe('Almost Done');
  act(() => notify({ title: 'Done' }));
  expect(screen.getByRole('status').textContent).toBe('Done');
});

test('shows at most three plain toasts, each for four seconds', () => {
  vi.useFakeTimers();
  notify({ title: 'First', description: 'Said before there was a toaster.' });
  render(<PlainToaster />);
  expect(screen.getByRole('status').textContent).toContain('Said before there was a toaster.');
  for (const title of ['Second', 'Third', 'Fourth']) act(() => notify({ title }));
  expect(screen.getByRole('status').textContent).not.toContain('First');
  expect(screen.getByRole('status').children).toHaveLength(3);
  act(() => {
    vi.advanceTimersByTime(4_000);
  });
  expect(screen.getByRole('status').children).toHaveLength(0);
});

test('loads the toaster with the first toast, which may come from the page before', async () => {
  notifyOnNextPage({ title: 'Login Required', description: 'Please login.', tone: 'notice' });
  window.history.replaceState(null, '', `/login#/compress${markOfNextPage()}`);
  render(<ToastHost />);
  act(showNoticeOfLastPage);
  expect(await screen.findByText('Login Required')).toBeTruthy();
  expect(localStorage.length).toBe(0);
  expect(window.location.hash).toBe('#/compress');
  for (const title of ['One', 'Two', 'Three']) act(() => notify({ title }));
  expect(await screen.findByText('Three')).toBeTruthy();
});

test('leaves a toast to the page of the tab that it was kept for', () => {
  const asked = vi.fn();
  onTestFinished(toasterDemand.subscribe(asked));
  notifyOnNextPage({ title: 'Login Required' });
  for (const inAnotherTab of ['/', '/login', '/login#/dashboard', '/login#~another']) {
    window.history.replaceState(null, '', inAnotherTab);
    showNoticeOfLastPage();
  }
  expect(asked).not.toHaveBeenCalled();
  window.history.replaceState(null, '', `/login#${markOfNextPage()}`);
  showNoticeOfLastPage();
  expect(asked).toHaveBeenCalledOnce();
  expect(window.location.href).toMatch(/\/login$/);
});

test('closes a tooltip by Escape until the control is reached again', () => {
  render(
    <Tooltip text="Clear selection">
      <button type="button">X</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.queryByText('Clear selection')).toBeNull();
  fireEvent.focus(button);
  expect(screen.getByText('Clear selection')).toBeTruthy();
  fireEvent.keyDown(button, { key: 'Escape' });
  fireEvent.pointerEnter(button);
  fireEvent.pointerOver(button);
  expect(screen.getByText('Clear selection')).toBeTruthy();
});
