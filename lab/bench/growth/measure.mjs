import { call, ownConnections } from '../src/http.mjs';
import { percentile, ratioSpread } from '../src/statistics.mjs';

const warmUps = 3;

/**
 * Asks the small and the large one in turn, page by page, round by round: other load on the machine hits both.
 * @param {{ small: import('./subject.mjs').Subject, large: import('./subject.mjs').Subject }} subjects
 * @param {import('./pages.mjs').Page[]} pages
 * @param {{ rounds: number, requests: number, report: (done: number) => void }} plan
 */
export async function measure(subjects, pages, { rounds, requests, report }) {
  const agent = ownConnections(2);
  const times = new Map(pages.map(({ id }) => [id, { small: [], large: [] }]));
  for (const page of pages) for (let nth = 0; nth < warmUps; nth++) await askBoth(page);
  for (let round = 0; round < rounds; round++)
    for (const [at, page] of pages.entries()) {
      const here = { small: [], large: [] };
      for (let nth = 0; nth < requests; nth++) {
        const took = await askBoth(page);
        for (const name of ['small', 'large']) here[name].push(took[name]);
      }
      for (const name of ['small', 'large']) times.get(page.id)[name].push(here[name]);
      report(round * pages.length + at + 1);
    }
  return pages.map((page) => ({ page, ...figuresOf(times.get(page.id)) }));

  async function askBoth(page) {
    const took = {};
    for (const [name, subject] of Object.entries(subjects)) took[name] = await ask(subject, page, agent);
    return took;
  }
}

async function ask({ service, size, keys }, { id, path, who }, agent) {
  const headers = { Authorization: `Bearer ${keys[who]}` };
  const from = performance.now();
  const { status, body } = await call(`${service.url}${path(size)}`, { headers, agent });
  if (status !== 200) throw new Error(`${id}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  return performance.now() - from;
}

/** @param {{ small: number[][], large: number[][] }} rounds */
function figuresOf({ small, large }) {
  const of = (times, percent) => times.map((round) => percentile(round, percent));
  const all = (times, percent) => percentile(times.flat(), percent);
  return {
    p50: { small: all(small, 50), large: all(large, 50), ratio: ratioSpread(of(large, 50), of(small, 50)) },
    p99: { small: all(small, 99), large: all(large, 99), ratio: ratioSpread(of(large, 99), of(small, 99)) },
  };
}
