import { promises as dns } from 'node:dns';

/** The texts of a name's TXT records. Undefined when no name server could say. */
export type FindTxt = (name: string) => Promise<string[] | undefined>;

/** The name exists without TXT records, or doesn't exist: both are answers. Everything else is a fault of DNS. */
const none: readonly unknown[] = ['ENODATA', 'ENOTFOUND'];

/** A resolver for each question: one that is kept would repeat earlier answers. */
export function createFindTxt(servers?: readonly string[]): FindTxt {
  return async (name) => {
    const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
    if (servers) resolver.setServers(servers);
    try {
      const records = await resolver.resolveTxt(name);
      return records.map((chunks) => chunks.join(''));
    } catch (error) {
      return none.includes((error as NodeJS.ErrnoException).code) ? [] : undefined;
    }
  };
}
