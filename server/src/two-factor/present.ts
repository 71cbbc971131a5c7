const fewCodes = 3;

/** Sent with the login's answer when backup codes are running out. */
export function presentWarnings(backupCodesLeft: number | undefined) {
  if (backupCodesLeft === undefined || backupCodesLeft > fewCodes) return {};
  return { warnings: { lowBackupCodes: true as const, remainingBackupCodes: backupCodesLeft } };
}
