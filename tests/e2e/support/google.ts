import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { SignJWT } from 'jose';

const CLIENT_ID = 'tests.apps.googleusercontent.com';
const KEY_ID = 'test-key';
const ORIGIN = 'https://accounts.google.com';

/** Google's sign-in without a line to Google: its script, its popup, and tokens that a server checks as it checks Google's. */
export interface Google {
  /** Environment of a server that is set up for it. */
  readonly env: Readonly<Record<string, string>>;
  /** Answers for Google in a context, where one person is signed in with it. */
  answerIn(context: BrowserContext): Promise<void>;
}

export function createGoogle(): Google {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const certificates = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID }] };
  const preload = fileURLToPath(new URL('./google-certificates.ts', import.meta.url));
  const credential = () =>
    new SignJWT({ email: 'efua@example.com', email_verified: true, name: 'Efua Owusu' })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
      .setIssuer(ORIGIN)
      .setAudience(CLIENT_ID)
      .setSubject('1234567890')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
  return {
    env: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      E2E_GOOGLE_CERTIFICATES: JSON.stringify(certificates),
      NODE_OPTIONS: `--import=${preload}`,
    },
    async answerIn(context) {
      await context.route(`${ORIGIN}/gsi/client`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
      );
      await context.route(`${ORIGIN}/gsi/select*`, async (route) =>
        route.fulfill({ contentType: 'text/html', body: popup(await credential()) }),
      );
    },
  };
}

/** What of Google's script the page uses: a button, a popup of Google's origin, and the answer that the popup posts. */
const SCRIPT = `
  let options;
  addEventListener('message', ({ origin, data }) => {
    if (origin === '${ORIGIN}') options.callback(data);
  });
  window.google = { accounts: { id: {
    initialize: (given) => { options = given; },
    renderButton(parent) {
      const button = document.createElement('button');
      button.textContent = 'Continue with Google';
      button.onclick = () => open('${ORIGIN}/gsi/select?client_id=' + options.client_id, 'google', 'popup');
      parent.replaceChildren(button);
    },
  } } };`;

/** An isolated page would have no opener here. */
const popup = (credential: string): string =>
  `<script>opener.postMessage({ credential: '${credential}' }, '*'); close();</script>`;
