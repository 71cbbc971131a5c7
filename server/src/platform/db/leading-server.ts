import { nameOf, type ServerAddress } from './dial.ts';

type Connection = { place: ServerAddress; leave(error: Error): void };

/**
 * Which of several servers takes the writes, as all pools of a process know it: were one to follow a new primary alone, the
 * others would go on reading from a former one that was cut off, and honor a session that was just revoked.
 */
export class LeadingServer {
  #found: ServerAddress | undefined;
  /** How often one was found, the same or another. */
  findings = 0;
  readonly #connections = new Set<Connection>();
  /** Servers that left a statement without an answer, the last one at the end. */
  readonly #doubted = new Map<string, number>();
  #doubts = 0;

  /** The one found last first, unless it was silent: then the others have a say before it. */
  inOrder(places: readonly ServerAddress[]): ServerAddress[] {
    const doubt = (place: ServerAddress) => this.#doubted.get(nameOf(place)) ?? 0;
    const isFound = (place: ServerAddress) => (this.#isFound(place) ? 0 : 1);
    return [...places].sort((one, other) => doubt(one) - doubt(other) || isFound(one) - isFound(other));
  }

  /**
   * Whether another one was found, or found again, since an attempt that now came to this place began. What the attempt saw of
   * that one is from before, and several places may lead to the same server: it has to look there again first.
   */
  overtook(place: ServerAddress, findingsAtStart: number): boolean {
    return this.findings > findingsAtStart && !this.#isFound(place);
  }

  doubt(place: ServerAddress): void {
    this.#doubted.set(nameOf(place), ++this.#doubts);
  }

  /** A connection that can be written to. Those to another server end: there is one primary. Returns how to forget it. */
  found(connection: Connection): () => void {
    const moved = !this.#isFound(connection.place);
    this.findings++;
    this.#found = connection.place;
    const former = moved ? [...this.#connections] : [];
    this.#connections.add(connection);
    for (const each of former) each.leave(replaced(each.place, connection.place));
    return () => void this.#connections.delete(connection);
  }

  #isFound(place: ServerAddress): boolean {
    return this.#found !== undefined && nameOf(this.#found) === nameOf(place);
  }
}

function replaced(former: ServerAddress, next: ServerAddress): Error {
  const message = `${nameOf(next)} accepts writes now, and no longer ${nameOf(former)}`;
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' });
}
