import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { FallenFeather } from './fallen-feather.tsx';

/** Shown in place of a page whose route failed. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <Notice heading="Something went wrong" status="500">
      <p>The page could not be shown. This is our fault; trying again often helps.</p>
    </Notice>
  );
}

/** The 404 page's content; the route answers with the status. */
export function NotFound() {
  return (
    <Notice heading="Oops! Page not found" status="404">
      <p>There is nothing at this address. It may have moved, or the link may contain a typo.</p>
    </Notice>
  );
}

/** The page behind a link to a shared file that no longer exists. */
export function ExpiredLink() {
  return (
    <Notice heading="This link has expired" status="404">
      <p>Shared files are deleted when their link expires. Ask the sender for a new link.</p>
    </Notice>
  );
}

function Notice(props: { readonly status: string; readonly heading: string; readonly children: ReactNode }) {
  return (
    <div className="page section grid max-md:pt-16 items-center gap-10 md:grid-cols-2">
      <div>
        <p className="figures font-display text-6xl font-bold tracking-tight text-primary">{props.status}</p>
        <h1 className="mt-2 text-3xl md:text-4xl">{props.heading}</h1>
        <div className="mt-3 max-w-md text-lg text-quiet">{props.children}</div>
        <ButtonLink href="/" className="mt-7">
          Return to Home
        </ButtonLink>
      </div>
      <FallenFeather />
    </div>
  );
}
