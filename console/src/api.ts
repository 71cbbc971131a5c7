import {
  addressOf,
  createCookieClient,
  type EndpointName,
  type Input,
  LatchkeyError,
  type Output,
} from '@latchkey/sdk';
import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { solve } from './challenge.ts';
import { chosenOrganization, endedImpersonation, events, messageOf } from './client.ts';
import { chosenLocale } from './language/texts.ts';
import { repeatOnceProven } from './repeat-once-proven.ts';

export { events, messageOf };

/**
 * The service, as pages behind the sign-in call it: in the organization chosen in this tab, and a call that needs a recent
 * proof gets one, then is repeated.
 */
const plain = createCookieClient({ organizationId: chosenOrganization.get, solveChallenge: solve });
export const api = repeatOnceProven(plain, (methods, { name, input }) =>
  events.reauthenticate(methods, addressOf(name as EndpointName, (input ?? {}) as never)),
);

type Arguments<Name extends EndpointName> =
  object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];
type AnyCall = (input: unknown, options?: { signal?: AbortSignal }) => Promise<never>;

const call = (name: EndpointName) => api[name as keyof typeof api] as unknown as AnyCall;
/** What a page loads by itself asks for no proof: the error that it shows does. */
const load = (name: EndpointName) => plain[name as keyof typeof plain] as unknown as AnyCall;

/** Query options for an endpoint: `useQuery(ask('listUsers', { query: { page: 2 } }))`. */
export function ask<Name extends EndpointName>(name: Name, ...[input]: Arguments<Name>) {
  return queryOptions({
    queryKey: [name, input ?? {}] as const,
    queryFn: ({ signal }): Promise<Output<Name>> => load(name)(input, { signal }),
  });
}

/** The same for what the service writes in the language of the page, which may change. For components that call `useT`. */
export function askInLanguage<Name extends EndpointName>(name: Name, ...given: Arguments<Name>) {
  const [input] = given;
  return queryOptions({
    queryKey: [name, input ?? {}, chosenLocale()] as const,
    queryFn: ({ signal }): Promise<Output<Name>> => load(name)(input, { signal }),
  });
}

type ActOptions<Name extends EndpointName> = {
  /** The queries that are stale once this is done. */
  invalidates?: readonly EndpointName[];
  /** Shown in a toast when done. */
  success?: string | ((output: Output<Name>, input: Input<Name>) => string);
  /** True: the page shows the error itself, as forms do, so no toast. */
  quiet?: boolean;
  onSuccess?: (output: Output<Name>, input: Input<Name>) => void | Promise<void>;
};

const endings: readonly EndpointName[] = [
  'deactivateUser',
  'deleteUser',
  'resetTwoFactor',
  'setUserRoles',
  'updateRole',
  'removeUserFromOrganization',
  'changeMemberRole',
  'removeMember',
  'deleteOrganization',
  'revokeSession',
  'revokeOtherSessions',
  'revokeUserSession',
  'revokeUserSessions',
  'revokeKey',
  'setTeamPermissions',
  'updateTeamRole',
  'deleteTeamRole',
  'updateOrganizationTeamRole',
  'deleteOrganizationTeamRole',
  'setMemberRoles',
];

/** Backends that answer from memory should learn of it. */
function endsAccess(name: EndpointName, input: unknown): boolean {
  const { body } = (input ?? {}) as { body?: { role?: unknown } };
  return endings.includes(name) || (name === 'updateUser' && body?.role !== undefined);
}

/** A change: `const revoke = useAct('revokeSession', { invalidates: ['listSessions'], success: 'Session ended.' })`. */
export function useAct<Name extends EndpointName>(name: Name, options: ActOptions<Name> = {}) {
  const queries = useQueryClient();
  const { invalidates = [], success, quiet = false, onSuccess } = options;
  return useMutation<Output<Name>, unknown, Input<Name>>({
    mutationKey: [name],
    mutationFn: (input) => call(name)(input),
    meta: { quiet },
    onSuccess: async (output, input) => {
      await onSuccess?.(output, input);
      const said = typeof success === 'function' ? success(output, input) : success;
      if (said && endsAccess(name, input)) void events.accessEnded(said);
      else if (said) events.toast(said, 'success');
      await Promise.all(invalidates.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
}

/** They closed the dialog that asked for a proof, so they already know. */
const notNow = 'REAUTHENTICATION_REQUIRED';
const sessionEnded = ['UNAUTHENTICATED', 'REMEMBER_ME_REUSED'];

function notice(error: unknown): 'handled' | 'open' {
  if (!(error instanceof LatchkeyError)) return 'open';
  if (sessionEnded.includes(error.code)) {
    events.signedOut();
    return 'handled';
  }
  if (error.code === notNow) return 'handled';
  if (error.code === 'NO_ORGANIZATION' && chosenOrganization.get() !== undefined) {
    events.organizationRefused();
    return 'handled';
  }
  if (endedImpersonation(error)) {
    events.impersonationEnded();
    return 'handled';
  }
  if (error.code === 'TWO_FACTOR_SETUP_REQUIRED') {
    void queryClient.invalidateQueries({ queryKey: ['me'] });
    events.twoFactorSetupRequired();
  }
  return 'open';
}

/** Repeating a refused call doesn't help; after no response it may. After a 503, the SDK has already retried. */
function worthRetrying(failures: number, error: unknown): boolean {
  const passing =
    error instanceof LatchkeyError && (error.status === 0 || (error.status >= 502 && error.status !== 503));
  return passing && failures < 2;
}

let shownOrganizationId: string | null | undefined;

/** Nothing fetched in one organization may be shown as another's: not after a switch, nor after their default changed. */
export function showOrganization({ organization }: Output<'me'>): void {
  const id = organization?.id ?? null;
  const isAnother = shownOrganizationId !== undefined && shownOrganizationId !== id;
  shownOrganizationId = id;
  if (!isAnother) return;
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (data, { queryKey }) => {
      if (queryKey[0] === 'me') showOrganization(data as Output<'me'>);
    },
    onError: (error, query) => {
      if (!query.meta?.quiet || endedImpersonation(error)) notice(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      if (notice(error) === 'open' && !mutation.meta?.quiet) events.toast(messageOf(error), 'error');
    },
  }),
  defaultOptions: { queries: { staleTime: 15_000, retry: worthRetrying }, mutations: { retry: false } },
});

events.forget = () => queryClient.clear();
