-- An audit trail that cannot be quietly rewritten: entries cannot be changed or deleted, and are sealed, in batches and
-- behind their writers, into a chain that shows whatever was changed past these rules.

-- Committed entries that have no seal yet. Written in the transaction of the entry; what is committed late is sealed later.
CREATE TABLE audit_unsealed (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id uuid NOT NULL,
  created_at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- One batch of entries each. root holds the root before it, so that the newest one stands for the whole trail; mac is made
-- with a key that the database never sees. key_name says which one. ids only help to name what is missing: with the
-- entries of months that are gone, they go too.
CREATE TABLE audit_seals (
  sequence bigint PRIMARY KEY,
  entries integer NOT NULL,
  oldest timestamptz NOT NULL,
  newest timestamptz NOT NULL,
  entries_root bytea NOT NULL,
  root bytea NOT NULL,
  mac bytea NOT NULL,
  key_name bytea NOT NULL,
  ids uuid[],
  sealed_at timestamptz NOT NULL
);

-- What the seal says of an entry: its place, its leaf of the Merkle tree, and a mac of both. The salt belongs to the hashes
-- of its personal fields. When those are erased, hashes takes the salt's place.
CREATE TABLE audit_sealed (
  seal bigint NOT NULL,
  place integer NOT NULL,
  entry_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  salt bytea,
  hashes bytea,
  leaf bytea NOT NULL,
  mac bytea NOT NULL,
  PRIMARY KEY (seal, place),
  CHECK ((salt IS NULL) <> (hashes IS NULL))
);
CREATE UNIQUE INDEX audit_sealed_entry_idx ON audit_sealed (entry_id, created_at);

-- Existing entries are sealed first, in their order.
INSERT INTO audit_unsealed (entry_id, created_at) SELECT id, created_at FROM audit_logs ORDER BY created_at, id;

-- Entries are no longer deleted one by one, so there are no deletions to count.
DROP TRIGGER audit_logs_note_deleted ON audit_logs;
CREATE OR REPLACE FUNCTION note_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, n)
  SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, action, category, user_email, count(*)
    FROM changed GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO audit_unsealed (entry_id, created_at) SELECT id, created_at FROM changed;
  RETURN NULL;
END
$$;

-- The one change an entry can take: its personal fields are erased, once their hashes have taken the place of the salt.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF num_nonnulls(NEW.user_email, NEW.ip_address, NEW.user_agent) = 0
       AND (OLD.id, OLD.user_id, OLD.action, OLD.category, OLD.organization_id, OLD.metadata, OLD.created_at)
           IS NOT DISTINCT FROM
           (NEW.id, NEW.user_id, NEW.action, NEW.category, NEW.organization_id, NEW.metadata, NEW.created_at)
       AND EXISTS (SELECT 1 FROM audit_sealed WHERE entry_id = OLD.id AND created_at = OLD.created_at AND salt IS NULL) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit entries cannot be changed or deleted' USING ERRCODE = 'insufficient_privilege';
END
$$;
-- For each row, the trigger is there on every partition, those to come included. For TRUNCATE, each has its own.
CREATE TRIGGER audit_logs_keep BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT 'audit_logs' UNION ALL
              SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = 'audit_logs'::regclass LOOP
    EXECUTE format('CREATE TRIGGER audit_logs_keep_all BEFORE TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', name);
  END LOOP;
END
$$;

-- As before. Entries that waited for their month move there past the trigger. The table is locked, so no other
-- transaction can get past it meanwhile.
CREATE OR REPLACE FUNCTION make_audit_partition(of_day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  low timestamp := date_trunc('month', of_day::timestamp);
  high timestamp := low + interval '1 month';
  name text := to_char(low, '"audit_logs_"YYYY_MM');
BEGIN
  PERFORM pg_advisory_xact_lock(7236491056);
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE audit_logs INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
  EXECUTE format('CREATE TRIGGER audit_logs_keep_all BEFORE TRUNCATE ON %I
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', name);
  LOCK TABLE audit_logs_default IN ACCESS EXCLUSIVE MODE;
  IF EXISTS (SELECT 1 FROM audit_logs_default
              WHERE created_at >= low AT TIME ZONE 'UTC' AND created_at < high AT TIME ZONE 'UTC') THEN
    ALTER TABLE audit_logs_default DISABLE TRIGGER audit_logs_keep;
    EXECUTE format(
      'WITH moved AS (DELETE FROM audit_logs_default WHERE created_at >= %L AND created_at < %L RETURNING *)
       INSERT INTO %I SELECT * FROM moved', low AT TIME ZONE 'UTC', high AT TIME ZONE 'UTC', name);
    ALTER TABLE audit_logs_default ENABLE TRIGGER audit_logs_keep;
  END IF;
  EXECUTE format(
    'ALTER TABLE audit_logs ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    name, low AT TIME ZONE 'UTC', high AT TIME ZONE 'UTC');
  RETURN true;
EXCEPTION WHEN invalid_object_definition THEN
  -- The entries of before cover this month.
  RETURN false;
END
$$;

-- The partitions of the trail, with the time each begins (null: the oldest there is) and ends. Not the one for everything
-- else.
CREATE VIEW audit_partitions AS
  SELECT c.relname::text AS name,
         substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM [(]''([^'']+)')::timestamptz AS low,
         substring(pg_get_expr(c.relpartbound, c.oid) from 'TO [(]''([^'']+)')::timestamptz AS high
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'audit_logs'::regclass AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT';

-- An entry of the service itself, with its event.
CREATE FUNCTION record_audit_upkeep(action text, type text, metadata jsonb, at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  entry uuid := gen_random_uuid();
BEGIN
  INSERT INTO audit_logs (id, action, category, metadata, created_at) VALUES (entry, action, 'admin', metadata, at);
  INSERT INTO events (id, type, body, created_at)
  VALUES (entry, type, json_build_object(
    'type', type, 'timestamp', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', json_build_object('action', action, 'actor', NULL, 'organizationId', NULL, 'metadata', metadata))::text, at);
END
$$;

-- Subtracts a month's counts before the month is dropped. No entries are added to it from here on.
CREATE FUNCTION uncount_audit_partition(partition text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM audit_partitions p WHERE p.name = partition;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no month of the audit trail', partition;
  END IF;
  EXECUTE format('LOCK TABLE %I IN SHARE MODE', partition);
  EXECUTE format(
    'INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, n)
     SELECT organization_id, (created_at AT TIME ZONE ''UTC'')::date, action, category, user_email, -count(*)
       FROM %I GROUP BY 1, 2, 3, 4, 5', partition);
END
$$;

-- The only way entries leave the trail: a whole month, and an entry that says so.
CREATE FUNCTION drop_audit_partition(partition text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month audit_partitions;
  gone bigint;
BEGIN
  SELECT * INTO month FROM audit_partitions p WHERE p.name = partition;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no month of the audit trail', partition;
  END IF;
  EXECUTE format('SELECT count(*) FROM %I', partition) INTO gone;
  DELETE FROM audit_unsealed WHERE created_at >= coalesce(month.low, '-infinity') AND created_at < month.high;
  EXECUTE format('ALTER TABLE audit_logs DETACH PARTITION %I', partition);
  EXECUTE format('DROP TABLE %I', partition);
  IF gone = 0 THEN
    RETURN;
  END IF;
  PERFORM record_audit_upkeep('ADMIN_AUDIT_DROPPED', 'audit.dropped', jsonb_build_object(
    'partition', partition, 'entries', gone,
    'from', to_char(month.low AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'to', to_char(month.high AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), at);
END
$$;

-- Erases email, address and browser from the entries of a person, and leaves an entry that says of how many. The seals
-- stay good: they hold salted hashes, and the salt goes.
CREATE FUNCTION erase_audit_person(email text, at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  erased integer;
BEGIN
  IF EXISTS (SELECT 1 FROM audit_unsealed q JOIN audit_logs a ON a.created_at = q.created_at AND a.id = q.entry_id
              WHERE a.user_email = email) THEN
    RAISE EXCEPTION 'entries of this person are not sealed yet: try again in a few seconds'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  -- A concurrent fold of the trail's figures would bring the address back.
  PERFORM pg_advisory_xact_lock(7236491057);
  UPDATE audit_sealed s
     SET salt = NULL,
         hashes = sha256(s.salt || 'userEmail' || coalesce('\x01'::bytea || convert_to(a.user_email, 'UTF8'), '\x00'))
               || sha256(s.salt || 'ipAddress' || coalesce('\x01'::bytea || convert_to(a.ip_address, 'UTF8'), '\x00'))
               || sha256(s.salt || 'userAgent' || coalesce('\x01'::bytea || convert_to(a.user_agent, 'UTF8'), '\x00'))
    FROM audit_logs a
   WHERE a.user_email = email AND s.entry_id = a.id AND s.created_at = a.created_at AND s.salt IS NOT NULL;
  GET DIAGNOSTICS erased = ROW_COUNT;
  UPDATE audit_logs SET user_email = NULL, ip_address = NULL, user_agent = NULL WHERE user_email = email;
  UPDATE audit_unfolded SET user_email = NULL WHERE user_email = email;
  DELETE FROM audit_emails e WHERE e.email = erase_audit_person.email;
  PERFORM record_audit_upkeep('ADMIN_AUDIT_ERASED', 'audit.erased', jsonb_build_object('entries', erased), at);
  RETURN erased;
END
$$;

-- Seals whose entries went with their month keep what the chain needs, and nothing else. Returns how many did.
CREATE FUNCTION thin_audit_seals(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  thinned bigint[];
BEGIN
  WITH over AS (
    SELECT s.sequence FROM audit_seals s
     WHERE s.ids IS NOT NULL AND EXISTS (
       SELECT 1 FROM audit_logs d
        WHERE d.action = 'ADMIN_AUDIT_DROPPED' AND s.newest < (d.metadata->>'to')::timestamptz
          AND s.oldest >= coalesce((d.metadata->>'from')::timestamptz, '-infinity'))
     ORDER BY s.sequence LIMIT most),
  kept AS (UPDATE audit_seals s SET ids = NULL FROM over WHERE s.sequence = over.sequence RETURNING s.sequence)
  SELECT coalesce(array_agg(sequence), '{}') INTO thinned FROM kept;
  DELETE FROM audit_sealed WHERE seal = ANY (thinned);
  RETURN cardinality(thinned);
END
$$;

-- The serving role need not own the tables: these functions do for it what only the owner can. Their search_path is
-- fixed, so they can't be led to another role's table.
DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY[
    'make_audit_partition(date)', 'uncount_audit_partition(text)', 'drop_audit_partition(text, timestamptz)',
    'erase_audit_person(text, timestamptz)', 'thin_audit_seals(integer)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', signature, current_schema());
  END LOOP;
  -- By default, every role may execute a function. Here, the owner grants it.
  REVOKE EXECUTE ON FUNCTION make_audit_partition(date), uncount_audit_partition(text),
    drop_audit_partition(text, timestamptz), erase_audit_person(text, timestamptz), thin_audit_seals(integer) FROM PUBLIC;
END
$$;
