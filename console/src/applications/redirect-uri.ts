const parsed = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined);
export const originOf = (uri: string) => parsed(uri)?.origin ?? 'https://app.example.com';
/** The port of an address on this computer; elsewhere a proxy knows it. */
export const portOf = (uri: string) => parsed(uri)?.port || '4200';
export const pathOf = (uri: string) => parsed(uri)?.pathname ?? '/callback';
