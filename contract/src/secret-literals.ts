/** Every API key of a user begins with this. The prefix we show is this plus four more characters. */
export const apiKeyLiteral = 'lsk_';

/** Every organization key that works with this service begins with this. */
export const organizationKeyLiteral = 'lok_';

/** Every token of a directory begins with this. */
export const scimTokenLiteral = 'lsd_';

/** No other credential begins with this, so a leaked secret of an application can be recognized. */
export const clientSecretLiteral = 'lcs_';
