const pem = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The certificates in a text: in PEM, or as bare base64 with an empty line between them. */
export function certificatesIn(text: string): string[] {
  const found = text.match(pem);
  if (found) return found;
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s/g, ''))
    .filter((part) => part !== '');
}
