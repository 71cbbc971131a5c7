import { appendFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import prism from '@stoplight/prism-http';
import routing from '@stoplight/prism-http/dist/router/index.js';
import validators from '@stoplight/prism-http/dist/validator/index.js';

/*
 * Sits in front of a service and forwards every byte, then shows the traffic to Prism's validators, with the service's
 * own document. Prism's own proxy doesn't work here: it follows redirects and folds cookies.
 */

// As Node.js or the test runner imports it.
const route = routing.default ?? routing;

let operations;

/** `port`: where clients expect the service. */
export async function openFront(upstream, port = 0) {
  operations ??= fetch(`${upstream}/api/openapi.json`)
    .then((answer) => answer.json())
    .then((document) => prism.getHttpOperationsFromSpec(document));
  const known = await operations;
  const server = createServer((incoming, outgoing) => pass(upstream, known, incoming, outgoing));
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(upstream, known, incoming, outgoing) {
  const { method, url, rawHeaders } = incoming;
  const [asked, answered] = [[], []];
  const forward = send(upstream + url, { method, headers: rawHeaders, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.rawHeaders);
    answer.on('data', (chunk) => answered.push(chunk));
    answer.on('end', () => {
      const exchange = { method, url, asked: Buffer.concat(asked), answered: Buffer.concat(answered) };
      judge(known, { ...exchange, incoming, answer });
    });
    answer.pipe(outgoing);
  });
  forward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forward.destroy());
  incoming.on('data', (chunk) => asked.push(chunk));
  incoming.pipe(forward);
}

function judge(known, { method, url, asked, answered, incoming, answer }) {
  const { pathname, searchParams } = new URL(url, 'http://somewhere');
  const query = Object.fromEntries([...searchParams.keys()].map((key) => [key, valuesOf(searchParams, key)]));
  const input = {
    method: method.toLowerCase(),
    url: { path: pathname, query },
    headers: incoming.headers,
    body: bodyOf(incoming.headers, asked),
  };
  const found = route({ resources: known, input });
  // Pages, files and anything without a declared route.
  if (found._tag === 'Left') return;
  const resource = found.right;
  const output = { statusCode: answer.statusCode, headers: flat(answer.headers) };
  const element = { ...output, body: bodyOf(answer.headers, answered) };
  const wrong = faultsOf(validators.validateOutput({ resource, element }));
  // An invalid request that is refused is fine. One that is served is not.
  if (answer.statusCode < 400)
    wrong.push(...faultsOf(validators.validateInput({ resource, element: input })));
  report({ operation: resource.iid, method, path: resource.path, status: answer.statusCode, wrong });
}

const valuesOf = (params, key) => {
  const values = params.getAll(key);
  return values.length === 1 ? values[0] : values;
};

const flat = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

const faultsOf = (result) =>
  result._tag === 'Left'
    ? result.left.map(({ path, message }) => `${(path ?? []).join('.')} ${message}`)
    : [];

function bodyOf(headers, bytes) {
  if (bytes.length === 0) return undefined;
  const text = bytes.toString();
  if (!headers['content-type']?.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One line per exchange, for the command that started this: tests run in their own processes. */
function report(exchange) {
  appendFileSync(process.env.LATCHKEY_FRONT_REPORT, `${JSON.stringify(exchange)}\n`);
}
