-- Events: what the audit trail records, as webhooks and the stream tell it. Kept for 30 days.

-- Written by the statement that writes the audit entry, whose id it shares. body is what is signed and sent, byte for
-- byte. A test of one endpoint is no part of the stream.
CREATE TABLE events (
  id uuid PRIMARY KEY,
  type varchar(60) NOT NULL,
  organization_id uuid,
  body text NOT NULL,
  in_stream boolean NOT NULL DEFAULT true,
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

UPDATE roles SET permissions = permissions || '{webhooks:read,webhooks:write}'
 WHERE name = 'ROLE_ADMIN' AND NOT permissions @> '{webhooks:read,webhooks:write}';
