import { getUserinfo, type Userinfo, type UserinfoRefusal } from './get-userinfo.ts';
import type { OpenOidcContext } from './parts.ts';

/** The token may be in the form instead (RFC 6750, 2.2), but not in both. */
export async function postUserinfo(
  context: OpenOidcContext,
  {
    authorization,
    access_token: token,
  }: { authorization: string | undefined; access_token?: string | undefined },
): Promise<Userinfo | UserinfoRefusal> {
  return getUserinfo(context, { authorization: authorization ?? (token && `Bearer ${token}`) });
}
