import type { ApplicationKind } from '@latchkey/contract';

export const kinds: { kind: ApplicationKind; label: string; description: string }[] = [
  { kind: 'web', label: 'Web application', description: 'It has a server that can keep a secret.' },
  { kind: 'spa', label: 'Single-page app', description: 'It runs only in the browser. It gets no secret.' },
  {
    kind: 'native',
    label: 'Native app',
    description: 'It runs on a phone or a computer. It gets no secret.',
  },
  { kind: 'service', label: 'Service', description: 'A machine that signs in as itself, without a user.' },
];

export const kindLabel = (kind: ApplicationKind) => kinds.find((each) => each.kind === kind)?.label ?? kind;

export const hasSecret = (kind: ApplicationKind) => kind === 'web' || kind === 'service';
