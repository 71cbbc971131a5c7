-- Events: what the audit trail records, as webhooks and the stream tell it. Kept for 30 days.

-- Written by the statement that writes the audit entry, whose id it shares.
CREATE TABLE events (
  id uuid PRIMARY KEY,
  type varchar(60) NOT NULL,
  organization_id uuid,
  body text NOT NULL, -- what is signed and sent, byte for byte
  in_stream boolean NOT NULL DEFAULT true, -- false: the test of one endpoint
  created_at timestamptz NOT NULL
);
CREATE INDEX events_created_idx ON events (created_at);

-- Committed events that have no place in the stream yet. The number is drawn as a transaction commits, when it can no
-- longer wait for another one: a transaction that waited gets a later number.
CREATE TABLE event_queue (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL
);

CREATE FUNCTION queue_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_queue (event_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER events_queue AFTER INSERT ON events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.in_stream) EXECUTE FUNCTION queue_event();

-- The stream. Positions are given after the commit, by one node at a time: no event ever appears before a position that
-- a client has read.
CREATE TABLE event_stream (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE,
  organization_id uuid,
  created_at timestamptz NOT NULL
);
CREATE INDEX event_stream_organization_idx ON event_stream (organization_id, position);
CREATE INDEX event_stream_created_idx ON event_stream (created_at);

-- Endpoints of the service and of organizations. Each is also the head of its queue of deliveries.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE, -- null: of the service
  url varchar(2048) NOT NULL,
  events text[] NOT NULL, -- the types it gets
  description varchar(200),
  enabled boolean NOT NULL DEFAULT true,
  failing_since timestamptz, -- every delivery has failed since
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  due_at timestamptz, -- when the first of its pending deliveries is due
  -- Each lane is one request in flight, on any node, until the time it says.
  first_lane_until timestamptz NOT NULL DEFAULT 'epoch',
  second_lane_until timestamptz NOT NULL DEFAULT 'epoch',
  -- A replay of events since a time walks the stream from one position to another.
  replay_since timestamptz,
  replay_after bigint, -- null: no replay
  replay_until bigint
);
CREATE INDEX webhooks_organization_idx ON webhooks (organization_id, created_at, id);
CREATE INDEX webhooks_due_idx ON webhooks (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhooks_replay_idx ON webhooks (id) WHERE replay_after IS NOT NULL;

CREATE TABLE webhook_secrets (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  expires_at timestamptz, -- null: the current one; an earlier one signs along until this time
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_secrets_webhook_idx ON webhook_secrets (webhook_id, id);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id uuid NOT NULL, -- no foreign key: they are swept together
  type varchar(60) NOT NULL,
  status varchar(10) NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  response_status integer,
  error varchar(64),
  duration_ms integer,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz, -- during an attempt: when another node may try
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_deliveries_list_idx ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (webhook_id, next_attempt_at, id) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (webhook_id, created_at, id) WHERE status = 'FAILED';
CREATE INDEX webhook_deliveries_event_idx ON webhook_deliveries (event_id);
