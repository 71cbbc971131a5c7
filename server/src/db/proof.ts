import type { Place } from './dial.ts';
import { kinds, type Part, readParameter } from './messages.ts';
import { faultIn, readOnlyFault } from './server-faults.ts';

/**
 * Whether the greeted server can be written to. Its announcement does not decide: a pooler lets anybody in, whatever
 * became of its server, and repeats what that once said. One of several, or one that seems read-only, is asked.
 */
export class Proof {
  readonly #place: Place;
  readonly #oneOfSeveral: boolean;
  /** Why nothing can be written, by the server's own account. */
  #announced: Error | undefined;
  #asked = false;
  #tellsStandby = false;

  constructor(place: Place, oneOfSeveral: boolean) {
    this.#place = place;
    this.#oneOfSeveral = oneOfSeveral;
  }

  /** Every server says whether it is a standby. A pooler may not pass that on. */
  get isPooler(): boolean {
    return !this.#tellsStandby;
  }

  /** What comes from now on is the answer, and not for the driver. */
  get asked(): boolean {
    return this.#asked;
  }

  faultIn(part: Part): Error | undefined {
    const fault = faultIn(part, this.#place);
    if (part.kind === kinds.parameter) {
      this.#tellsStandby ||= readParameter(part.bytes)[0] === 'in_hot_standby';
      this.#announced ??= fault;
      return undefined;
    }
    if (fault || part.kind !== kinds.error || !this.#asked) return fault;
    return this.#announced ?? readOnlyFault(this.#place, 'leads where nothing can be written');
  }

  /** At most once. */
  mustAsk(): boolean {
    if (this.#asked) return false;
    this.#asked = this.#oneOfSeveral || this.#announced !== undefined;
    return this.#asked;
  }
}
