import { missingHere } from '~/compressor/device/missing-here.ts';
import type { EngineStore } from '~/pwa/engine-store.ts';
import { useEngineStore } from '~/pwa/use-engine-store.ts';
import { useSession } from '~/session/use-session.ts';

const link = 'font-medium text-ink underline underline-offset-4 hover:text-primary';

/** What a visitor can do without a connection: on this device, with this session. */
export default function OfflineWords() {
  const store = useEngineStore();
  const { status } = useSession();
  if (store === undefined) return null;
  const missing = missingHere();
  return (
    <div className="mt-1 max-w-prose space-y-1.5 text-quiet">
      <p>{missing === null ? compressingWords(store) : waitingWords(missing)}</p>
      <p>
        {status === 'signed-in'
          ? 'You are signed in, so results can be downloaded. Links to them need a connection.'
          : 'Downloading asks you to sign in, and signing in needs a connection. Your results stay here for an hour.'}{' '}
        You can also read the{' '}
        <a className={link} href="/file-compression-education">
          guide
        </a>{' '}
        and every article offline.
      </p>
    </div>
  );
}

function compressingWords(store: EngineStore | null): string {
  if (store?.missing.length === 0)
    return 'Files of every type are compressed on this device, and nothing is uploaded.';
  if (store !== null && store.storedBytes > 0)
    return 'You can compress file types you have used here before. For the others, go online and choose “Make available offline”.';
  return 'Offline compression is not set up on this device yet. Next time you are online, choose “Make available offline”.';
}

function waitingWords(missing: string): string {
  return `Compressing needs a connection here: ${missing}. Files you choose now start when you are back online.`;
}
