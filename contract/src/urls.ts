/** Node.js 20's `URL.canParse` says no to letters such as ü once V8 has compiled the code that calls it. */
export function canParseUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base));
  } catch {
    return false;
  }
}
