/** A message that could be received now. */
export interface Waiting {
  /** '' for messages that name none. */
  readonly client: string;
  /** CPU seconds that it is expected to take. */
  readonly workSeconds: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** Every so many turns the oldest message is taken, whoever sent it, once it has waited so long. */
const AGED_TURN = 4;
const AGED_MS = 60_000;
/** Clients that each send once would otherwise be remembered for ever; forgetting all is fair, too. */
const MOST_REMEMBERED = 10_000;
/** Charged at least, so that work without an expectation counts too. */
const LEAST_SECONDS = 0.05;

/**
 * Whose turn it is: start-time fair queueing over clients (Goyal, Vin and Cheng, SIGCOMM 1996), shortest expected work
 * first within a client. Each client is charged the work that it was given, first as expected and afterwards as it was,
 * and whoever was charged least is next. A client that comes anew starts level with the one served last, so it waits for
 * nobody's backlog, and nobody saves up turns by waiting. Every fourth turn goes to the oldest message once it has waited
 * a minute, so that no stream of small or new work holds up anything for good.
 */
export class FairOrder {
  /** Work charged to each client, in seconds; of those who are level with {@link level} or below, nothing is kept. */
  private readonly charged = new Map<string, number>();
  /** Where the client that was served last stood then. */
  private level = 0;
  private turns = 0;

  /** The one of the waiting messages whose turn it is, or undefined when there is none. */
  next<M extends Waiting>(waiting: readonly M[], nowMs: number): M | undefined {
    const aged = this.turns % AGED_TURN === AGED_TURN - 1 ? oldest(waiting) : undefined;
    if (aged && nowMs - aged.sentAt >= AGED_MS) return aged;
    return waiting.reduce<M | undefined>(
      (best, each) => (best && !this.isBefore(each, best) ? best : each),
      undefined,
    );
  }

  /** The first messages, in the order in which they would be given away one after the other. */
  line<M extends Waiting>(waiting: readonly M[], max: number, nowMs: number): M[] {
    const trial = new FairOrder();
    trial.level = this.level;
    trial.turns = this.turns;
    for (const [client, seconds] of this.charged) trial.charged.set(client, seconds);
    const rest = [...waiting];
    const line: M[] = [];
    for (let next = trial.next(rest, nowMs); next && line.length < max; next = trial.next(rest, nowMs)) {
      line.push(next);
      rest.splice(rest.indexOf(next), 1);
      trial.taken(next);
    }
    return line;
  }

  /** Charges the client of a message that was given away. */
  taken({ client, workSeconds }: Waiting): void {
    this.turns += 1;
    this.level = this.standingOf(client);
    this.charge(client, Math.max(workSeconds, LEAST_SECONDS));
    for (const [each, seconds] of this.charged) if (seconds <= this.level) this.charged.delete(each);
    if (this.charged.size > MOST_REMEMBERED) this.charged.clear();
  }

  /** Takes the charge back: nobody worked on the message. */
  givenBack({ client, workSeconds }: Waiting): void {
    this.charge(client, -Math.max(workSeconds, LEAST_SECONDS));
  }

  /** Corrects the charge by what the work really took, in seconds. */
  ended({ client, workSeconds }: Waiting, seconds: number): void {
    this.charge(client, seconds - Math.max(workSeconds, LEAST_SECONDS));
  }

  private charge(client: string, seconds: number): void {
    this.charged.set(client, this.standingOf(client) + seconds);
  }

  private standingOf(client: string): number {
    return Math.max(this.charged.get(client) ?? 0, this.level);
  }

  private isBefore(a: Waiting, b: Waiting): boolean {
    const [standingA, standingB] = [this.standingOf(a.client), this.standingOf(b.client)];
    if (standingA !== standingB) return standingA < standingB;
    return a.workSeconds !== b.workSeconds ? a.workSeconds < b.workSeconds : a.sentAt < b.sentAt;
  }
}

function oldest<M extends Waiting>(waiting: readonly M[]): M | undefined {
  return waiting.reduce<M | undefined>(
    (best, each) => (best && best.sentAt <= each.sentAt ? best : each),
    undefined,
  );
}
