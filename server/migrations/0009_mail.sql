-- Mail: the outbox, which is also the delivery log.

CREATE TABLE emails (
  id uuid PRIMARY KEY,
  user_id uuid, -- the recipient, if they have an account
  to_address varchar(255) NOT NULL,
  from_address varchar(320) NOT NULL,
  subject varchar(255) NOT NULL,
  type varchar(30) NOT NULL,
  locale varchar(35) NOT NULL DEFAULT 'en', -- the language it is written in
  -- The recipient requested it; it is a notice about their account; or others caused it.
  cause text NOT NULL DEFAULT 'requested' CHECK (cause IN ('requested', 'notice', 'others')),
  -- Who caused it. Kept when they are gone: what they sent still counts.
  sender_id uuid,
  sender_organization_id uuid,
  sender_verified boolean,
  status varchar(10) NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENT', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  last_error varchar(500),
  body bytea, -- sealed, and erased once it is sent: it may hold a live link
  next_attempt_at timestamptz, -- new mail is always due
  sent_at timestamptz,
  created_at timestamptz NOT NULL
);
-- The log, newest first.
CREATE INDEX emails_created_idx ON emails (created_at, id);
CREATE INDEX emails_status_idx ON emails (status, created_at, id);
-- The mail of one account, for its export and its erasure.
CREATE INDEX emails_user_idx ON emails (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX emails_to_idx ON emails USING gin (to_address gin_trgm_ops);
-- Mail that people asked for has a queue of its own.
CREATE INDEX emails_requested_queue_idx ON emails (next_attempt_at, id) WHERE status = 'PENDING' AND cause = 'requested';
CREATE INDEX emails_other_queue_idx ON emails (next_attempt_at, id) WHERE status = 'PENDING' AND cause <> 'requested';
-- Mail that its recipient did not ask for is counted, per recipient and per sender.
CREATE INDEX emails_notices_idx ON emails (to_address, created_at) WHERE cause = 'notice';
CREATE INDEX emails_others_idx ON emails (to_address, created_at) WHERE cause = 'others';
CREATE INDEX emails_registrations_idx ON emails (to_address, created_at) WHERE type = 'registration_code';
CREATE INDEX emails_sender_idx ON emails (sender_id, created_at) WHERE sender_id IS NOT NULL;
CREATE INDEX emails_sender_organization_idx ON emails (sender_organization_id, created_at)
  WHERE sender_organization_id IS NOT NULL;
