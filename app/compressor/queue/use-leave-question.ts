import { useEffect } from 'react';

/** While `asks`, the browser asks before the page is left: uploads would be cancelled. */
export function useLeaveQuestion(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
}
