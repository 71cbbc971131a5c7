import type { AuditAction } from '@latchkey/contract';
import { t } from '../language/texts.ts';

/** An action as people read it: `AUTH_PASSKEY_REGISTERED` is "Passkey added". */
export const actionInWords = (action: AuditAction): string => t(`audit.actions.${action}`);
