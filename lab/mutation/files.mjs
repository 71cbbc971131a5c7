/** Files that start nothing, and their tests, which need neither PostgreSQL nor a service. */
export const pure = [
  {
    files: [
      'contract/src/{fields,full-name,networks,pagination,return-to}.ts',
      'contract/src/locales/{check-catalog,translate}.ts',
    ],
    tests: ['contract/src/**/*.test.ts'],
  },
  {
    files: ['sdk/src/server/local/{clocks,copies,digest,entries,feed,keepable,local-checks}.ts'],
    tests: ['sdk/src/server/local/{digest,feed,local-checks}.test.ts'],
  },
  {
    files: ['server/src/features/scim/{filter,patch-group,patch-person}.ts'],
    tests: ['server/src/features/scim/{filter,patch}.test.ts'],
  },
  {
    files: ['server/src/features/sso/saml/*.ts'],
    tests: ['server/src/features/sso/saml/*.test.ts'],
  },
  {
    files: ['server/src/http/turns.ts', 'server/src/identity/policies/effective-policy.ts'],
    tests: ['server/src/http/turns.test.ts', 'server/src/identity/policies/effective-policy.test.ts'],
  },
  {
    files: [
      'server/src/platform/address.ts',
      'server/src/platform/config/{cookie-domain,database-url,unknown-names}.ts',
      'server/src/platform/crypto/{credentials,seal}.ts',
      'server/src/platform/db/write-behind.ts',
      'server/src/platform/limits/{limiter,memory}.ts',
      'server/src/platform/outbound/rules.ts',
    ],
    tests: [
      'server/src/platform/address.test.ts',
      'server/src/platform/config/{cookie-domain,database-url,unknown-names}.test.ts',
      'server/src/platform/crypto/{credentials,memo,seal}.test.ts',
      'server/src/platform/db/write-behind.test.ts',
      'server/src/platform/limits/{limiter,memory}.test.ts',
      'server/src/platform/outbound/networks.test.ts',
    ],
  },
];
