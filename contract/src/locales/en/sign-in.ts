/** The texts of the pages before signing in, and those that they share with the console. */
export const messages = {
  'scopes.openid': 'Know who you are',
  'scopes.profile': 'See your name and username',
  'scopes.email': 'See your email address',
  'scopes.offline_access': "Keep this access while you're away",
  'scopes.organization': 'See your organization and your role in it',
  'scopes.permissions': "See what you're allowed to do in {product}",
} as const;
