/** What each group of routes is for. */
export const tags: Record<string, string> = {
  admin:
    'For those who run the service: roles, applications, webhooks, mail, the audit trail, impersonation.',
  auth: 'Accounts and sessions: passwords, two-factor, passkeys, emailed codes, sign-in with a provider.',
  branding: "Organizations' logos, which anyone may load.",
  checks: 'What an application needs to check callers by itself.',
  health: 'For probes.',
  invites: 'Invitations, as the invited see them.',
  keys: "API keys of the calling user, and verifying an organization's.",
  locales: 'The texts of the pages, by language.',
  mcp: 'For agents: reading what the API offers, over the Model Context Protocol.',
  oidc: 'Signing in to other applications, by OAuth 2.1 and OpenID Connect.',
  organizations: 'The organization of the calling user: its members, invitations, API keys and webhooks.',
  scim: 'Provisioning by a directory, by SCIM 2.0.',
  setup: 'Creating the first administrator.',
  test: 'For tests. Not there in production.',
  users: 'User accounts, and the profile of the calling user.',
};
