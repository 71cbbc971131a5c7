import type { Place } from './dial.ts';
import { kinds, type Part, readParameter } from './messages.ts';
import { faultIn, readOnlyFault } from './server-faults.ts';

/**
 * Whether who is greeted can be written to. What they announce does not decide: a pooler lets anybody in, whatever became
 * of its server, and repeats what that once said of itself. Who is one of several, or seems to be read-only, is asked.
 */
export class Proof {
  readonly #place: Place;
  readonly #oneOfSeveral: boolean;
  /** Why nothing can be written, by their own account. */
  #announced: Error | undefined;
  #asked = false;
  #tellsStandby = false;

  constructor(place: Place, oneOfSeveral: boolean) {
    this.#place = place;
    this.#oneOfSeveral = oneOfSeveral;
  }

  /** Every server says whether it is a standby. A pooler may keep that to itself. */
  get isPooler(): boolean {
    return !this.#tellsStandby;
  }

  /** What comes from now on is the answer, which is not for the driver. */
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

  /** Once at most. */
  mustAsk(): boolean {
    if (this.#asked) return false;
    this.#asked = this.#oneOfSeveral || this.#announced !== undefined;
    return this.#asked;
  }
}
