import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, leadersAmong, until } from './cluster.ts';
import type { Member } from './member.ts';

/** What happens to a cluster. Returns when its leader was lost, from which a fail-over is counted. */
export type Event = (cluster: Cluster, leader: Member) => Promise<number>;

const anotherLeads = ({ members }: Cluster, former: Member) =>
  until(
    'another leader',
    async () => (await leadersAmong(members.filter((each) => each !== former))).length === 1,
  );

export const events: Record<string, Event> = {
  "the leader's PostgreSQL is killed": async (_cluster, leader) => {
    leader.killPostgres();
    return performance.now();
  },

  "the leader's Patroni is killed, and its PostgreSQL goes on": async (cluster, leader) => {
    await leader.patroni.end('SIGKILL');
    const began = performance.now();
    await anotherLeads(cluster, leader);
    // Longer than a statement may take: what the former leader holds back is over by then.
    await pause(45_000);
    leader.patroni.start();
    return began;
  },

  'the leader is cut off from etcd and from its standbys, not from clients': async (cluster, leader) => {
    cluster.cut(leader);
    const began = performance.now();
    await anotherLeads(cluster, leader);
    await pause(20_000);
    cluster.mend(leader);
    return began;
  },

  'patronictl switches over': async (_cluster, leader) => {
    const began = performance.now();
    await leader.patronictl('switchover', '--force');
    return began;
  },

  'every member is restarted, the leader last': async (cluster, leader) => {
    let began = performance.now();
    for (const member of [...cluster.members.filter((each) => each !== leader), leader]) {
      began = performance.now();
      await member.patroni.end('SIGTERM');
      member.patroni.start();
      await until(`${member.name} is back`, cluster.isWhole);
    }
    return began;
  },

  'etcd loses its majority for 40 seconds': async ({ members }) => {
    const [one, two] = members;
    const began = performance.now();
    await Promise.all([one?.etcd.end('SIGKILL'), two?.etcd.end('SIGKILL')]);
    await pause(40_000);
    one?.etcd.start();
    two?.etcd.start();
    return began;
  },
};
