import { LatchkeyError } from '@latchkey/sdk';

type Method = (...given: never[]) => Promise<unknown>;

/**
 * The same client, but when the service requires a recent proof, a call waits for one and is then repeated once. Calls
 * refused at the same time share one proof.
 */
export function repeatOnceProven<Client extends object>(
  client: Client,
  ask: (methods: string[], refused: { name: string; input: unknown }) => Promise<boolean>,
): Client {
  let asking: Promise<boolean> | undefined;
  const isProven = (...refused: Parameters<typeof ask>) => {
    asking ??= ask(...refused).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const repeating =
    (name: string, method: Method): Method =>
    async (...given) => {
      try {
        return await method(...given);
      } catch (error) {
        const methods = methodsIn(error);
        if (!methods || !(await isProven(methods, { name, input: given[0] }))) throw error;
        return method(...given);
      }
    };
  const calls = Object.entries(client).map(([name, method]) => [name, repeating(name, method as Method)]);
  return Object.fromEntries(calls) as Client;
}

function methodsIn(error: unknown): string[] | undefined {
  if (!(error instanceof LatchkeyError) || error.code !== 'REAUTHENTICATION_REQUIRED') return undefined;
  const { methods } = error.details;
  return Array.isArray(methods) ? methods.map(String) : [];
}
