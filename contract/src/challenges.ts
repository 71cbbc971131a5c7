import { Challenge } from './challenge-shapes.ts';
import { endpoint } from './endpoint.ts';

export const getChallenge = endpoint({
  method: 'GET',
  path: '/api/auth/challenge',
  summary: 'Get what a guarded request must solve',
  description:
    'Where the service is guarded against bots, send the solution in X-Challenge: it serves one request, however that ' +
    'ends. A refusal with CHALLENGE_REQUIRED has a new challenge in its details.',
  turn: 'none',
  access: { kind: 'public' },
  apiKey: false,
  responses: { 200: Challenge },
});
