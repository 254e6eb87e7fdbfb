import { useEffect, useState } from 'react';
import { Button } from '~/components/ui/button.tsx';
import { startOfFiles, useKeptFocus } from '~/components/ui/use-kept-focus.ts';

/** Shorter work is waited for. */
const LONG_MS = 10_000;

/** Offers to tell when all is done, once the work takes long or the page was left; not where that was answered before. */
export function NotifyOffer({ className }: { readonly className?: string }) {
  const [helps, setHelps] = useState(false);
  const [answered, setAnswered] = useState(false);
  const keptFocus = useKeptFocus(startOfFiles);
  useEffect(() => {
    const timer = setTimeout(() => setHelps(true), LONG_MS);
    const leave = () => document.hidden && setHelps(true);
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', leave);
    };
  }, []);
  if (!helps || answered || !('Notification' in window) || Notification.permission !== 'default') return null;
  const ask = () => void Notification.requestPermission().finally(() => setAnswered(true));
  return (
    <Button variant="link" size="sm" onClick={ask} className={className} {...keptFocus}>
      Notify me when everything is done
    </Button>
  );
}
