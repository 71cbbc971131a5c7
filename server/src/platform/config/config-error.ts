/** A faulty environment: everything wrong with it, at once. */
export class ConfigError extends Error {
  readonly faults: string[];
  /** What may have caused them. */
  readonly warnings: string[];
  constructor(faults: string[], warnings: string[] = []) {
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
    const also = warnings.length > 0 ? ['Also:', ...warnings.map((each) => `  - ${each}`)] : [];
    super([`The configuration has ${count}:`, ...faults.map((each) => `  - ${each}`), ...also].join('\n'));
    this.faults = faults;
    this.warnings = warnings;
  }
}
