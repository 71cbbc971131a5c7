/**
 * Rotating a token that several requests may carry at once. Whoever arrived before the rotation was committed shares
 * its outcome; whoever arrives later holds a token that was already used. The moment of commit is only known after
 * it, so a rotation is first written as shared for a little longer than any commit takes (which also bounds the case
 * of a node that dies in between), then settled to the true moment before anyone is answered.
 */
const unsettledMicroseconds = 5_000_000;

export function sharedUntil(instant: number): number {
  return instant + unsettledMicroseconds;
}

export function arrivedBefore(receivedAt: number, rotatedAt: string | null): boolean {
  return rotatedAt !== null && receivedAt < Number(rotatedAt);
}
