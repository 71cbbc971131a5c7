import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { authenticateClient, type ClientProof } from './authenticate-client.ts';
import type { TokenAnswer } from './issue-tokens.ts';
import type { OpenOidcContext } from './parts.ts';
import { redeemCode } from './redeem-code.ts';
import { refreshGrant } from './refresh-grant.ts';
import { serveClient } from './serve-client.ts';

export type TokenRequest = ClientProof & {
  grant_type?: string | undefined;
  code?: string | undefined;
  redirect_uri?: string | undefined;
  code_verifier?: string | undefined;
  refresh_token?: string | undefined;
  scope?: string | undefined;
  resource?: string | undefined;
};

type TokenRefusal = Refusal<
  | 'INVALID_REQUEST'
  | 'INVALID_CLIENT'
  | 'INVALID_GRANT'
  | 'INVALID_SCOPE'
  | 'INVALID_TARGET'
  | 'UNAUTHORIZED_CLIENT'
  | 'UNSUPPORTED_GRANT_TYPE'
>;

export async function exchangeToken(
  context: OpenOidcContext,
  request: TokenRequest,
): Promise<TokenAnswer | TokenRefusal> {
  const application = await authenticateClient(context, request);
  if (isRefusal(application)) return application;
  const isService = application.kind === 'service';
  switch (request.grant_type) {
    case 'authorization_code':
      return isService ? refuse('UNAUTHORIZED_CLIENT') : redeemCode(context, application, request);
    case 'refresh_token':
      return isService ? refuse('UNAUTHORIZED_CLIENT') : refreshGrant(context, application, request);
    case 'client_credentials':
      return isService ? serveClient(context, application, request) : refuse('UNAUTHORIZED_CLIENT');
    case undefined:
      return refuse('INVALID_REQUEST', { details: { description: 'grant_type is missing.' } });
    default:
      return refuse('UNSUPPORTED_GRANT_TYPE');
  }
}
