import { withinLimit } from '../../platform/recent.ts';
import { explain } from '../output.ts';

export type Finding = {
  area: string;
  status: 'ok' | 'warning' | 'fault';
  message: string;
  /** How to fix it, where the message does not say. */
  fix?: string | undefined;
};

const limitMs = 15_000;

export const ok = (area: string, message: string): Finding => ({ area, status: 'ok', message });
export const warning = (area: string, message: string, fix?: string): Finding => ({
  area,
  status: 'warning',
  message,
  ...(fix && { fix }),
});
export const fault = (area: string, message: string, fix?: string): Finding => ({
  area,
  status: 'fault',
  message,
  ...(fix && { fix }),
});

/** Runs one check. A failure is a finding too, with only its code: a message may hold a secret. */
export async function look(
  area: string,
  examine: () => Promise<Finding[]>,
  fixOf: (code: string) => string | undefined = () => undefined,
): Promise<Finding[]> {
  try {
    return await withinLimit(examine(), limitMs, () => new TimedOut());
  } catch (error) {
    const { code = '' } = error as { code?: string };
    const told = explain(error) ?? (error instanceof TimedOut ? error.message : undefined);
    return [
      fault(area, told ?? `This could not be checked (${code || (error as Error).name}).`, fixOf(code)),
    ];
  }
}

class TimedOut extends Error {
  constructor() {
    super(`There was no response within ${limitMs / 1000} seconds.`);
  }
}

/** A size in readable units. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power > 2 ? 1 : 0)} ${units[power]}`;
}
