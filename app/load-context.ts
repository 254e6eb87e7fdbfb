import '@remix-run/node';

/** What the browser may know about the configuration; the web server puts it into the load context. */
export interface PublicConfig {
  /** Set when people sign in with Google Identity Services. */
  readonly googleClientId?: string | undefined;
  /** True while the local demo identity provider answers at `POST /dev/identity`. */
  readonly demoSignIn: boolean;
  /** Analytics measurement id; nothing is loaded or recorded without it. */
  readonly analyticsId?: string | undefined;
  /** Origin under which the site is known, without a trailing slash; for canonical links. */
  readonly publicUrl?: string | undefined;
}

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** One per response; every script element carries it. */
    readonly cspNonce?: string;
    readonly publicConfig?: PublicConfig;
  }
}
