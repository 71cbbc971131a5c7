/**
 * Every advisory lock of the service, and the only place for their numbers. Any numbers would do, but every node must use
 * the same ones, and two that share a number would make unrelated work wait for each other.
 */
export const locks = {
  migrations: 7_236_491_055,
  /** Also taken by the trigger `lock_privileges`. */
  privileges: 7_236_491_056,
  eventStream: 7_236_491_057,
  systemWebhooks: 7_236_491_058,
  auditSeals: 7_236_491_059,
  signingKeys: 7_236_491_061,
  auditFigures: 7_236_491_062,
  auditPartitions: 7_236_491_063,
  sweeps: 7_236_491_064,
  configuration: 7_236_491_065,
  systemDestinations: 7_236_491_066,
} as const;

/** The first of the two numbers that lock an email address; the second comes from the address. */
export const addressLocks = 7_236_491;

/** The same for an account whose processes begin to ask for changes. */
export const subscriberLocks = 7_236_492;
