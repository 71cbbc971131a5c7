import { connectionClosed, nameOf, type ServerAddress } from './dial.ts';
import { kinds, type Part, readError, readParameter } from './messages.ts';

const readOnly = '25006';

/**
 * Faults that make a server unusable: its last error before it closes the connection, which the driver would report for the next connection, or that it is read-only. A server reports that at the start and when it changes; behind a
 * connection pooler, which does not pass that on, the first failed write tells. A standby is not even read from: it
 * lags behind, and would honor a revoked session.
 */
export function faultIn({ kind, bytes }: Part, place: ServerAddress, mayFollow = false): Error | undefined {
  if (kind === kinds.error) {
    const error = readError(bytes);
    const isFault = /^(FATAL|PANIC)$/.test(error.severity) || (error.code === readOnly && !mayFollow);
    return isFault ? error : undefined;
  }
  if (kind !== kinds.parameter || mayFollow) return undefined;
  const [name, value] = readParameter(bytes);
  if (value !== 'on' || !(name in readOnlyReasons)) return undefined;
  return readOnlyFault(place, readOnlyReasons[name] ?? '');
}

function readOnlyFault(place: ServerAddress, reason: string): Error {
  const message = `${nameOf(place)} ${reason}, and Latchkey needs to write`;
  return Object.assign(new Error(message), { code: readOnly });
}

const readOnlyReasons: Record<string, string> = {
  in_hot_standby: 'is a standby',
  default_transaction_read_only: 'is read-only (default_transaction_read_only is on)',
};

/** An attempt to connect that begins anew. */
export class Overtaken extends Error {}

export function noAnswer(whose: string, ms: number): Error {
  return Object.assign(new Error(`${whose} did not answer within ${ms / 1000} s`), {
    code: 'CONNECT_TIMEOUT',
  });
}

/** One error for all servers: that of the only one, or all of them in one line. */
export function allFaults(faults: { place: ServerAddress; error: Error & { code?: string } }[]): Error {
  const last: Error & { code?: string } = faults.at(-1)?.error ?? connectionClosed();
  if (faults.length < 2) return last;
  const lines = faults.map(({ place, error }) => {
    const said = error.message.trim() || `${error.code}`;
    return said.includes(nameOf(place)) ? said : `${nameOf(place)}: ${said}`;
  });
  return Object.assign(new Error(lines.join('; ')), { code: last.code });
}

/**
 * Whether the greeted server can be written to. Its announcement does not decide: a pooler accepts clients even if its
 * server is down, and repeats what that server once said. If there are several servers, or this one seems read-only,
 * we ask.
 */
export class Proof {
  readonly #place: ServerAddress;
  readonly #oneOfSeveral: boolean;
  readonly #mayFollow: boolean;
  /** Why nothing can be written, by the server's own account. */
  #announced: Error | undefined;
  #asked = false;
  #tellsStandby = false;

  constructor(place: ServerAddress, oneOfSeveral: boolean, mayFollow = false) {
    this.#place = place;
    this.#oneOfSeveral = oneOfSeveral;
    this.#mayFollow = mayFollow;
  }

  /** Every server says whether it is a standby. A pooler may not pass that on. */
  get isPooler(): boolean {
    return !this.#tellsStandby;
  }

  /** The bytes from now on are the answer, and not for the driver. */
  get asked(): boolean {
    return this.#asked;
  }

  faultIn(part: Part): Error | undefined {
    const fault = faultIn(part, this.#place, this.#mayFollow);
    if (part.kind === kinds.parameter) {
      this.#tellsStandby ||= readParameter(part.bytes)[0] === 'in_hot_standby';
      this.#announced ??= fault;
      return undefined;
    }
    if (fault || part.kind !== kinds.error || !this.#asked) return fault;
    return this.#announced ?? readOnlyFault(this.#place, 'leads where nothing can be written');
  }

  /** True at most once. */
  mustAsk(): boolean {
    if (this.#asked) return false;
    this.#asked = this.#oneOfSeveral || this.#announced !== undefined;
    return this.#asked;
  }
}

/** The message is for the log. Callers read the one of the reason with the same name. */
export function outcomeUnknown(cause: Error): Error {
  const message = `a change was not confirmed: ${cause.message}`;
  return Object.assign(new Error(message, { cause }), { code: 'OUTCOME_UNKNOWN' });
}

/** Whether the connection was lost. Otherwise the server itself said what failed, and nothing was saved. */
export function isLoss(error: Error & { severity?: string }): boolean {
  return error.name !== 'PostgresError' || /^(FATAL|PANIC)$/.test(error.severity ?? '');
}
