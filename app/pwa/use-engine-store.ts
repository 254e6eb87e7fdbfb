import { useEffect, useState } from 'react';
import { onEngineStore, readEngineStore, type EngineStore } from './engine-store.ts';

/** What this device has of the engine: undefined until it is known, null where it cannot be known. */
export function useEngineStore(): EngineStore | null | undefined {
  const [store, setStore] = useState<EngineStore | null>();
  useEffect(() => {
    let gone = false;
    const read = () => void readEngineStore().then((read) => gone || setStore(read));
    read();
    const stop = onEngineStore(read);
    // An engine may have been used meanwhile, here or in another tab.
    document.addEventListener('visibilitychange', read);
    return () => {
      gone = true;
      stop();
      document.removeEventListener('visibilitychange', read);
    };
  }, []);
  return store;
}
