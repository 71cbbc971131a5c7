import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** 0 (guessed at once) to 4. Words people are known by make a password weaker, not stronger. */
export function strengthOf(password: string, known: string[]): number {
  return estimator.check(password, known).score;
}
