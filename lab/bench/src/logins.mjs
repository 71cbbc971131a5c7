import { setTimeout as pause } from 'node:timers/promises';
import { call, ownConnections, steadily } from './http.mjs';
import { emailOf, password } from './seed.mjs';

/** People with a real hash. */
const firstPerson = 1001;
const people = 8000;
let next = 0;

/** Everyone in turn, each from their own address. @param {string} url @param {import('node:http').Agent} agent */
function logInNext(url, agent) {
  const nth = next++ % people;
  const headers = { 'X-Forwarded-For': `10.${nth >> 8}.${nth & 255}.1` };
  const json = { email: emailOf(firstPerson + nth), password };
  return call(`${url}/api/auth/login`, { method: 'POST', headers, json, agent });
}

/**
 * As many as can be answered on this many connections.
 * @param {string} url
 * @param {{ connections: number, seconds: number }} load
 * @returns {Promise<number[]>} when each was answered, in milliseconds from the start
 */
export function logInSteadily(url, load) {
  return steadily(load, async (agent) => {
    const { status } = await logInNext(url, agent);
    if (status !== 200) throw new Error(`a login was answered with ${status}`);
  });
}

/**
 * This many per second, whatever happens to them.
 * @param {string} url
 * @param {{ perSecond: number, seconds: number }} load
 */
export async function logInRegardless(url, { perSecond, seconds }) {
  const agent = ownConnections(perSecond * (seconds + 15));
  const answers = [];
  const asked = [];
  const from = performance.now();
  while (performance.now() - from < seconds * 1000) {
    const sent = performance.now();
    const answering = logInNext(url, agent).then(({ status, headers }) =>
      answers.push({ status, retryAfter: headers['retry-after'], ms: performance.now() - sent }),
    );
    asked.push(answering);
    await pause(Math.max(0, from + (asked.length * 1000) / perSecond - performance.now()));
  }
  await Promise.all(asked);
  agent.destroy();
  return answers;
}
