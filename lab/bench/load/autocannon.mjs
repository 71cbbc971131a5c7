// Generates the load, and prints its results as JSON.
// Usage: node autocannon.mjs <url> <connections> <seconds> <file of headers, one "Name: value" a line, or with a tab and a JSON body to post>
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const [url, connections, seconds, file] = process.argv.slice(2);
const requests = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [header, body] = line.split('\t');
    const at = header.indexOf(': ');
    const headers = { [header.slice(0, at)]: header.slice(at + 2) };
    if (body === undefined) return { headers };
    return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  });
const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  requests,
});
const { latency, errors, timeouts, non2xx, duration } = result;
console.log(
  JSON.stringify({
    requests: result.requests.total,
    seconds: duration,
    failed: errors + timeouts,
    refused: non2xx,
    // Whole milliseconds: if that rounds to 0, the mean says more.
    p50: latency.p50 || (1000 * duration * Number(connections)) / result.requests.total,
    p90: latency.p90,
    p99: latency.p99,
    max: latency.max,
  }),
);
