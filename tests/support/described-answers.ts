import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What is read here of an OpenAPI document, as a client would read it. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedWebhook }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
interface DescribedWebhook {
  readonly requestBody: { readonly content: Readonly<Record<string, { schema: object }>> };
}
interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}
interface DescribedResponse {
  readonly headers?: Readonly<Record<string, { required?: boolean; schema: object }>>;
  readonly content?: Readonly<Record<string, { schema: object }>>;
}

/** Headers of HTTP, CORS and browsers' security, which are the same for every answer and need no description. */
const OF_EVERY_ANSWER =
  /^(date|connection|keep-alive|transfer-encoding|vary|content-type|content-encoding|content-security-policy|cross-origin-.*|access-control-.*|permissions-policy|strict-transport-security|x-content-type-options|x-frame-options|origin-agent-cluster|timing-allow-origin)$/;
/** Set everywhere for browsers, and described where it means something. */
const SOMETIMES_DESCRIBED = new Set(['content-length', 'referrer-policy', 'www-authenticate']);

/** Compares real answers with an OpenAPI document, by a JSON Schema validator that knows nothing of zod. */
export class DescribedAnswers {
  readonly seen = new Set<string>();
  readonly #operations: ReadonlyMap<string, DescribedOperation>;
  readonly #webhooks: ApiDescription['webhooks'];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: ApiDescription) {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    this.#operations = new Map(operations.map((operation) => [operation.operationId, operation]));
    this.#webhooks = document.webhooks;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'api', components: document.components });
  }

  /** Ids of the operations with the statuses that they describe, as "id 200". */
  get described(): string[] {
    return [...this.#operations].flatMap(([id, { responses }]) =>
      Object.keys(responses).map((status) => `${id} ${status}`),
    );
  }

  /** What an answer has that the document does not describe, or the other way round. Reads the body. */
  async problemsOf(id: string, answer: Response): Promise<string[]> {
    this.seen.add(`${id} ${answer.status}`);
    const described = this.#operations.get(id)?.responses[answer.status];
    if (!described) return [`${id} answers ${answer.status}: ${await answer.text()}`];
    return [...this.#headerProblems(described, answer), ...(await this.#bodyProblems(described, answer))].map(
      (problem) => `${id} ${answer.status}: ${problem}`,
    );
  }

  /** What the body of a webhook has that the document does not describe, or the other way round. */
  problemsOfWebhook(event: string, body: unknown): string[] {
    const described = this.#webhooks[event]?.post.requestBody.content['application/json'];
    return described ? this.#errors(described.schema, body) : [`The webhook "${event}" is not described`];
  }

  #headerProblems({ headers = {} }: DescribedResponse, answer: Response): string[] {
    const known = new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));
    const received = [...answer.headers].flatMap(([name, value]) => {
      const header = known.get(name);
      if (header) return this.#errors(header.schema, value).map((error) => `header ${name} ${error}`);
      const isUsual = OF_EVERY_ANSWER.test(name) || SOMETIMES_DESCRIBED.has(name);
      return isUsual ? [] : [`header ${name} is not described`];
    });
    const missing = [...known].filter(([name, { required }]) => required && !answer.headers.has(name));
    return [...received, ...missing.map(([name]) => `header ${name} is missing`)];
  }

  async #bodyProblems({ content = {} }: DescribedResponse, answer: Response): Promise<string[]> {
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
    if (body.length === 0 && Object.keys(content).length === 0) return [];
    const described = content[type];
    if (!described) return [`the type "${type}" is not described`];
    if (type !== 'application/json') return [];
    return this.#errors(described.schema, JSON.parse(body.toString('utf8')));
  }

  #errors(schema: object, value: unknown): string[] {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(withBase(schema));
    this.#validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`); // prettier-ignore
  }
}

/** References of a document start at its root. */
function withBase(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object;
}
