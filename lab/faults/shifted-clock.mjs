// Loaded before the service: on SIGWINCH, which the service doesn't use, the wall clock jumps by the amount in a file.
import { readFileSync } from 'node:fs';

const Real = Date;
let ahead = 0;
process.on('SIGWINCH', () => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
});
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ahead);
    else super(...given);
  }
  static now() {
    return Real.now() + ahead;
  }
};
