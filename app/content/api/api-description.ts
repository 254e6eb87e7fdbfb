/** What the page of the API reads of the OpenAPI document. */
export interface ApiDescription {
  readonly info: { readonly version: string };
  readonly paths?: unknown;
  readonly components?: unknown;
}

/** A value that a call takes or answers with. */
export interface DescribedField {
  readonly name: string;
  /** `query`, `header`, `path`, `form`, or none for a field of JSON. */
  readonly place?: string | undefined;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
}

export interface DescribedAnswer {
  readonly status: string;
  readonly text: string;
  /** Names of the headers that are sent. */
  readonly headers: readonly string[];
  /** Name of the object in the body, where it is JSON with a name. */
  readonly object?: string | undefined;
}

export interface DescribedCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly needsToken: boolean;
  /** What a key must be allowed to do for it. */
  readonly scope?: string | undefined;
  readonly takes: readonly DescribedField[];
  readonly answers: readonly DescribedAnswer[];
}

export interface DescribedObject {
  readonly name: string;
  readonly text: string;
  readonly fields: readonly DescribedField[];
}

/** The OpenAPI document as its page shows it. */
export interface ApiReference {
  readonly version: string;
  readonly calls: readonly DescribedCall[];
  readonly objects: readonly DescribedObject[];
  /** Headers of answers with what they mean, in the order of the alphabet. */
  readonly headers: readonly DescribedField[];
}

/** An error with its usual text, cause and remedy. */
export interface DescribedError {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly retryable: boolean;
  readonly cause: string;
  readonly remedy: string;
}

/** What the form to try the API offers. */
export interface TryChoices {
  readonly presets: readonly string[];
  readonly keep: readonly string[];
}
