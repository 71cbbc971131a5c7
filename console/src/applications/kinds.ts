import type { ApplicationKind } from '@latchkey/contract';
import { t } from '../language/texts.ts';

export const kinds: readonly ApplicationKind[] = ['web', 'spa', 'native', 'service'];

export const kindLabel = (kind: ApplicationKind) => t(`applications.kinds.${kind}`);

export const hasSecret = (kind: ApplicationKind) => kind === 'web' || kind === 'service';
