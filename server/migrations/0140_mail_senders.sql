-- Why a mail was sent, and by whom. Kept when the sender or the organization is gone: what they caused still counts.
ALTER TABLE emails
  ADD COLUMN cause text NOT NULL DEFAULT 'requested' CHECK (cause IN ('requested', 'notice', 'others')),
  ADD COLUMN sender_id uuid, ADD COLUMN sender_organization_id uuid, ADD COLUMN sender_verified boolean;
UPDATE emails SET cause = CASE WHEN type IN ('invite', 'verification') THEN 'others' ELSE 'notice' END WHERE unsolicited;
ALTER TABLE emails DROP COLUMN unsolicited;
CREATE INDEX emails_others_idx ON emails (to_address, created_at) WHERE cause = 'others';
CREATE INDEX emails_notices_idx ON emails (to_address, created_at) WHERE cause = 'notice';
CREATE INDEX emails_sender_idx ON emails (sender_id, created_at) WHERE sender_id IS NOT NULL;
CREATE INDEX emails_sender_organization_idx ON emails (sender_organization_id, created_at)
  WHERE sender_organization_id IS NOT NULL;

-- Requested mail has a queue of its own.
CREATE INDEX emails_requested_queue_idx ON emails (next_attempt_at, id) WHERE status = 'PENDING' AND cause = 'requested';
CREATE INDEX emails_other_queue_idx ON emails (next_attempt_at, id) WHERE status = 'PENDING' AND cause <> 'requested';
DROP INDEX emails_queue_idx;

CREATE INDEX organization_invites_list_idx ON organization_invites (organization_id, created_at, id);
