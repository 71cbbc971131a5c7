-- Reads on replicas (platform/db/replicas.ts): which of them may be used by whom.

-- One row that changes often while replicas are read from. It reaches them with everything that was committed before it, so a
-- server that shows a recent value follows this primary, and not one that is a copy of it or went another way.
CREATE TABLE read_beat (
  id uuid NOT NULL
) WITH (fillfactor = 10);
CREATE UNIQUE INDEX read_beat_one_idx ON read_beat ((true));

-- How far a replica must have followed before it is asked for someone who changed something. Unlogged: a crash or a promotion
-- empties it, and the next life begins. A standby refuses to read it.
CREATE UNLOGGED TABLE read_positions (
  holder_id uuid PRIMARY KEY, -- a user or an organization's key; all zeros: a life has begun
  position pg_lsn NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX read_positions_changed_idx ON read_positions (changed_at);
