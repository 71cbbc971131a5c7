import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { getChallenge } from './challenges.ts';

export function mountChallenges(kernel: Kernel): void {
  mount(kernel, contract.getChallenge, (call) => ok(200, getChallenge(call)));
}
