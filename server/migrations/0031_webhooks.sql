-- Webhooks: endpoints of the service and of organizations, and what is to be delivered to them.

-- An endpoint is also the head of its queue: due_at is when the first of its pending deliveries is due, and each lane is
-- one request in flight, on whatever node, until the time it says. A replay walks the stream from one position to another.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  -- Null: of the service.
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  url varchar(2048) NOT NULL,
  events text[] NOT NULL,
  description varchar(200),
  enabled boolean NOT NULL DEFAULT true,
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  due_at timestamptz,
  first_lane_until timestamptz NOT NULL DEFAULT 'epoch',
  second_lane_until timestamptz NOT NULL DEFAULT 'epoch',
  replay_since timestamptz,
  replay_after bigint,
  replay_until bigint
);
CREATE INDEX webhooks_organization_idx ON webhooks (organization_id, created_at, id);
CREATE INDEX webhooks_due_idx ON webhooks (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhooks_replay_idx ON webhooks (id) WHERE replay_after IS NOT NULL;

-- The one without an end is the current one; those before it sign along until theirs.
CREATE TABLE webhook_secrets (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  sealed bytea NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_secrets_webhook_idx ON webhook_secrets (webhook_id, id);

-- No foreign key to the event: they are swept together.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id uuid NOT NULL,
  type varchar(60) NOT NULL,
  status varchar(10) NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  response_status integer,
  error varchar(64),
  duration_ms integer,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (webhook_id, next_attempt_at, id) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (webhook_id, created_at, id) WHERE status = 'FAILED';
CREATE INDEX webhook_deliveries_list_idx ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_event_idx ON webhook_deliveries (event_id);
