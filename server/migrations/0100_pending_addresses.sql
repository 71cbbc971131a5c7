-- A new address is pending until it is verified. Until then, the account keeps the one it has.
ALTER TABLE users
  ADD COLUMN pending_email varchar(255),
  ADD COLUMN pending_email_until timestamptz,
  -- Set by an ADMIN, who knows whose account it is, although the address was never verified.
  ADD COLUMN email_set_by_admin boolean NOT NULL DEFAULT false,
  DROP COLUMN reclaim_on_reset;

ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_kind_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_kind_check
  CHECK (kind IN ('email_verification', 'email_change', 'password_reset', 'account_unlock'));

-- Before the move, a link cancels the change that change_hash verifies. After it, the link restores a verified address.
DELETE FROM email_change_undos WHERE NOT was_verified;
ALTER TABLE email_change_undos RENAME COLUMN changed_at TO requested_at;
ALTER TABLE email_change_undos ADD COLUMN change_hash bytea, ADD COLUMN moved_at timestamptz,
  DROP COLUMN was_verified, DROP COLUMN reclaimed, DROP COLUMN standing;
UPDATE email_change_undos SET moved_at = requested_at;

-- Disabled, an application can neither sign anyone in nor get tokens.
ALTER TABLE applications ADD COLUMN enabled boolean NOT NULL DEFAULT true;

UPDATE users u SET email = normalize(email, NFC)
 WHERE email IS NOT NFC NORMALIZED AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email = normalize(u.email, NFC));
