/** The list of processes that check callers locally. */
export const checks = {
  'checks.title': 'Local checks',
  'checks.description':
    'Processes of your backends that check callers by themselves. What you change or revoke counts in each of them within its bound.',
  'checks.confirm': 'Confirm everywhere',
  'checks.waiting': 'Waiting for every process: ten seconds at most.',
  'checks.done': 'Confirmed: {confirmed}. Expired: {expired}. No process answers from before this any more.',
  'checks.offer': 'Backends that check callers by themselves learn of it within their bound.',
  'checks.empty.title': 'No process checks callers by itself',
  'checks.empty.text': 'Every backend asks about each request, so what you revoke counts at once.',
  'checks.columns.process': 'Process',
  'checks.session': 'By session',
  'checks.columns.bound': 'Bound',
  'checks.columns.behind': 'Behind',
  'checks.columns.asked': 'Last asked',
  'checks.ms': '{ms} ms',
} as const;
