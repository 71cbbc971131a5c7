import { type Endpoint, endpoints } from '@latchkey/contract';

type Violation = { world: number; request: string; faults: string[] };

/** The results of a run so far. */
export class Tally {
  requests = 0;
  readonly statuses = new Map<number, number>();
  /** Refused because of load, as declared: not a failure, but worth counting. */
  shed = 0;
  readonly violations: Violation[] = [];
  readonly reached = new Map<string, number>();
  readonly asked = new Map<string, number>();
  readonly senders = new Map<string, number>();
  /** Counts per tenth of a millisecond; the last is for everything slower. */
  private readonly times = new Uint32Array(100_001);

  add(name: string, route: Endpoint, status: number, sender: string): void {
    this.requests++;
    count(this.statuses, status);
    count(this.asked, name);
    count(this.senders, sender);
    if (status === 503) this.shed++;
    if (route.responses[status]) count(this.reached, name);
  }

  took(milliseconds: number): void {
    const slot = Math.min(this.times.length - 1, Math.floor(milliseconds * 10));
    this.times[slot] = (this.times[slot] ?? 0) + 1;
  }

  /** The time that this share of the requests stayed under, in milliseconds. */
  quantile(share: number): number {
    const total = this.times.reduce((sum, each) => sum + each, 0);
    let seen = 0;
    const slot = this.times.findIndex((each) => {
      seen += each;
      return seen >= total * share;
    });
    return (slot + 1) / 10;
  }

  neverReached(): string[] {
    return Object.keys(endpoints).filter((name) => !this.reached.has(name));
  }

  table(run: { seed: number; worlds: number; seconds: number }): string {
    const classes = new Map<string, number>();
    for (const [status, many] of this.statuses) count(classes, `${Math.floor(status / 100)}xx`, many);
    const list = (counts: Map<string | number, number>) =>
      [...counts]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, many]) => `${key} ${number(many)}`)
        .join(', ');
    const rows = [
      ['seed', String(run.seed)],
      ['requests', number(this.requests)],
      ['worlds, each with a database of its own', String(run.worlds)],
      ['routes asked, of those declared', `${this.asked.size} of ${Object.keys(endpoints).length}`],
      ['routes that never answered with success', this.neverReached().join(', ') || 'none'],
      ['answers by class', list(classes)],
      ['answers by status', list(this.statuses)],
      ['sent with', list(this.senders)],
      ['503 for load, as declared', number(this.shed)],
      ['seconds, requests per second', `${run.seconds}, ${number(Math.round(this.requests / run.seconds))}`],
      ['median, 99%, 99.9%', [0.5, 0.99, 0.999].map((share) => `${this.quantile(share)} ms`).join(', ')],
      ['violations', number(this.violations.length)],
    ];
    return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
  }
}

function count<K>(counts: Map<K, number>, key: K, many = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + many);
}

const number = (value: number) => value.toLocaleString('en-US');
