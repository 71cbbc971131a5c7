-- Event destinations: what reads the stream of the service or of an organization, in order, and sends it on in batches.

-- Whether something with these filters wants events of this type. Without filters it wants all.
CREATE FUNCTION wants_event(filters text[], type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT cardinality(filters) = 0 OR EXISTS (
    SELECT 1 FROM unnest(filters) AS filter
     WHERE filter = type OR (right(filter, 1) = '*' AND starts_with(type, left(filter, -1))))
$$;

CREATE TABLE destinations (
  id uuid PRIMARY KEY,
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE, -- null: of the service
  name varchar(100) NOT NULL,
  kind varchar(10) NOT NULL CHECK (kind IN ('http', 'splunk', 'otlp', 's3')),
  events text[] NOT NULL, -- the types it gets
  settings jsonb NOT NULL, -- what may be shown
  sealed bytea, -- tokens, headers, keys, and the secrets that sign
  enabled boolean NOT NULL,
  -- It goes on after this position. Null: it begins with its own creation, or else with the first event not before a time.
  position bigint,
  starts_with uuid, -- the event of its creation
  starts_at timestamptz NOT NULL,
  passed_event uuid, -- the event at that position, which may be swept by now
  passed_at timestamptz, -- when that event happened
  expired boolean NOT NULL DEFAULT false, -- an event it wanted was swept before it was taken
  due_at timestamptz, -- when to look for a batch; null: nothing waits
  leased_until timestamptz NOT NULL DEFAULT 'epoch', -- one batch in flight, on any node
  failures integer NOT NULL DEFAULT 0, -- attempts since the last batch that was taken
  failing_since timestamptz,
  last_error varchar(300),
  last_succeeded_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX destinations_organization_idx ON destinations (organization_id, created_at, id);
CREATE INDEX destinations_due_idx ON destinations (due_at) WHERE due_at IS NOT NULL;
