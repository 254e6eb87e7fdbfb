import { useEffect } from 'react';

/** While `busy`, the browser asks before the page is left: uploads would be cancelled. */
export function useLeaveQuestion(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
}
