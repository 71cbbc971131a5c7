-- Reads on replicas (platform/db/replicas.ts): which of them may be used by whom.

-- Which life of the primary this is. It reaches replicas, so one that has the same row followed at least into this life.
CREATE TABLE read_history (
  id uuid NOT NULL
);
CREATE UNIQUE INDEX read_history_one_idx ON read_history ((true));

-- How far a replica must have followed before it is asked for someone who changed something. Unlogged: a crash or a promotion
-- empties it, and the next life begins. A standby refuses to read it.
CREATE UNLOGGED TABLE read_positions (
  holder_id uuid PRIMARY KEY, -- a user or an organization's key; all zeros: a life has begun
  position pg_lsn NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX read_positions_changed_idx ON read_positions (changed_at);
