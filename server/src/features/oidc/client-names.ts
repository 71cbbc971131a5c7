const unseen = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/** Users see this name before they trust the client: it must be visible, and must not reorder the text around it. */
export function isPlainName(name: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name) && name.replace(unseen, '') !== '';
}
