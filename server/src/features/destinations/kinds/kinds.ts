import type { DestinationKind } from '@latchkey/contract';
import { http } from './http.ts';
import type { Kind } from './kind.ts';
import { otlp } from './otlp.ts';
import { s3 } from './s3.ts';
import { splunk } from './splunk.ts';

export const kinds: Record<DestinationKind, Kind> = { http, splunk, otlp, s3 };
