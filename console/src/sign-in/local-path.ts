/** A path of this console, or nothing: a returnTo is written by whoever made the link. */
export function localPath(path: string | undefined): string | undefined {
  // Browsers drop tabs and line breaks, and read a backslash as a slash.
  return path && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : undefined;
}
