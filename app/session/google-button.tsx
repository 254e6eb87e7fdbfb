import { useEffect, useRef } from 'react';

const SCRIPT = 'https://accounts.google.com/gsi/client';

interface GoogleIdentity {
  initialize(options: { client_id: string; callback: (answer: { credential?: string }) => void }): void;
  renderButton(parent: HTMLElement, options: Record<string, string | number>): void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

interface GoogleButtonProps {
  readonly clientId: string;
  readonly onCredential: (credential: string) => void;
  readonly onFailure: () => void;
}

/** Google's own sign-in button. Its script is fetched here and nowhere else. */
export function GoogleButton({ clientId, onCredential, onFailure }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onCredential, onFailure });
  useEffect(() => {
    handlers.current = { onCredential, onFailure };
  });

  useEffect(() => {
    let gone = false;
    const draw = () => {
      const identity = window.google?.accounts?.id;
      if (gone || !identity || !place.current) return;
      identity.initialize({
        client_id: clientId,
        callback: ({ credential }) =>
          credential ? handlers.current.onCredential(credential) : handlers.current.onFailure(),
      });
      const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
      identity.renderButton(place.current, {
        theme: dark ? 'filled_black' : 'outline',
        size: 'large',
        width: 300,
        text: 'continue_with',
      });
    };
    const script = document.querySelector<HTMLScriptElement>(`script[src="${SCRIPT}"]`) ?? addScript();
    if (window.google?.accounts?.id) draw();
    else script.addEventListener('load', draw);
    return () => {
      gone = true;
      script.removeEventListener('load', draw);
    };
  }, [clientId]);

  return <div ref={place} className="flex min-h-11 justify-center" />;
}

function addScript(): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = SCRIPT;
  script.async = true;
  document.head.append(script);
  return script;
}
