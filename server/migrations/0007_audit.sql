-- The audit trail: entries in monthly partitions, the seals that show whatever was changed, and figures kept for lists and
-- charts. Entries past the retention time leave month by month.

-- No foreign keys: an entry outlives the user and the organization it names.
CREATE TABLE audit_logs (
  id uuid NOT NULL,
  user_id uuid,
  user_email varchar(255), -- personal, like ip_address and user_agent: null once it was erased
  action varchar(60) NOT NULL,
  category varchar(20) NOT NULL CHECK (category IN ('authentication', 'security', 'admin')),
  ip_address varchar(64),
  user_agent varchar(512),
  organization_id uuid,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (created_at, id)
) PARTITION BY RANGE (created_at);
-- Ascending, and read backwards: rows arrive in order, so these fill their pages and grow at one end only.
CREATE INDEX audit_logs_category_idx ON audit_logs (category, created_at, id);
-- Entries of a rare action or of one organization lie far apart: with the email beside them, the index alone says whose
-- they are.
CREATE INDEX audit_logs_action_idx ON audit_logs (action, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_organization_idx ON audit_logs (organization_id, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_organization_category_idx ON audit_logs (organization_id, category, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_organization_action_idx ON audit_logs (organization_id, action, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_email_idx ON audit_logs (user_email, created_at, id) INCLUDE (organization_id);
CREATE INDEX audit_logs_ip_idx ON audit_logs (ip_address, created_at, id) WHERE ip_address IS NOT NULL;
-- Why something failed: among many failures, the entries of one reason.
CREATE INDEX audit_logs_reason_idx ON audit_logs ((metadata ->> 'reason'), created_at, id) WHERE metadata ? 'reason';
-- What a person did and what was done to them, for their export and their erasure.
CREATE INDEX audit_logs_user_idx ON audit_logs (user_id, created_at, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_logs_target_idx ON audit_logs ((metadata ->> 'targetUserId'), created_at, id)
  WHERE metadata ? 'targetUserId';
CREATE INDEX audit_logs_impersonator_idx ON audit_logs ((metadata ->> 'impersonatedBy'), created_at, id)
  WHERE metadata ? 'impersonatedBy';
CREATE INDEX audit_logs_named_idx ON audit_logs ((metadata ->> 'email'), created_at, id) WHERE metadata ? 'email';

-- Takes entries that have no partition for their time, so none is lost. Their months get a partition afterward, and those
-- lie in a table of their own between the trail and its default: to attach one there, only that table has to be locked.
CREATE TABLE audit_logs_late PARTITION OF audit_logs DEFAULT PARTITION BY RANGE (created_at);
CREATE TABLE audit_logs_default PARTITION OF audit_logs_late DEFAULT;

-- The seals.

-- Committed entries that have no seal yet. Written in the transaction of the entry; what is committed late is sealed later.
CREATE TABLE audit_unsealed (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id uuid NOT NULL,
  created_at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- One batch of entries each, in a chain.
CREATE TABLE audit_seals (
  sequence bigint PRIMARY KEY,
  entries integer NOT NULL,
  oldest timestamptz NOT NULL,
  newest timestamptz NOT NULL,
  entries_root bytea NOT NULL, -- of the Merkle tree over the batch
  root bytea NOT NULL, -- holds the root before it, so the newest one stands for the whole trail
  mac bytea NOT NULL, -- made with a key that the database never sees
  key_name bytea NOT NULL, -- which key that is
  ids uuid[], -- only helps to name what is missing; null once the entries' months are gone
  sealed_at timestamptz NOT NULL
);

-- What a seal says of an entry.
CREATE TABLE audit_sealed (
  seal bigint NOT NULL,
  place integer NOT NULL, -- in the batch
  entry_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  salt bytea, -- of the hashes of the acting user's email, IP address and browser
  hashes bytea, -- takes the salt's place when those fields are erased
  -- During an impersonation, IP address and browser are the ADMIN's, and have a salt of their own.
  client_salt bytea,
  client_hashes bytea, -- takes that salt's place
  metadata_fields text[], -- the personal fields of the metadata, as dotted paths; null: it has none
  metadata_salt bytea, -- of their hashes: they may be another person's
  metadata_hashes bytea, -- takes that salt's place, in the order of the fields
  leaf bytea NOT NULL, -- of the Merkle tree
  mac bytea NOT NULL, -- of place and leaf
  erased_by uuid, -- the record that says that the personal fields were erased
  client_erased_by uuid,
  metadata_erased_by uuid,
  PRIMARY KEY (seal, place),
  CHECK ((salt IS NULL) <> (hashes IS NULL)),
  CHECK (client_salt IS NULL OR client_hashes IS NULL),
  CHECK (num_nonnulls(metadata_salt, metadata_hashes) = num_nonnulls(metadata_fields))
);
CREATE UNIQUE INDEX audit_sealed_entry_idx ON audit_sealed (entry_id, created_at);
CREATE INDEX audit_sealed_erased_idx ON audit_sealed (entry_id)
  WHERE salt IS NULL OR client_hashes IS NOT NULL OR metadata_hashes IS NOT NULL;

-- The figures.

-- How many entries there are of each day.
CREATE TABLE audit_days (
  organization_id uuid NOT NULL, -- all zeros: the whole trail; otherwise a large organization
  day date NOT NULL,
  counts jsonb NOT NULL, -- a figure for 'events', for each category, for each action and for each detail of one
  PRIMARY KEY (organization_id, day)
);
-- Rows that count nothing are found without reading the others.
CREATE INDEX audit_days_empty_idx ON audit_days (day) WHERE counts = '{}';

-- The same for each of the last hours of the whole trail.
CREATE TABLE audit_hours (
  hour timestamptz PRIMARY KEY,
  counts jsonb NOT NULL
);

-- How many people had signed in within a number of days, as it was counted once on a day.
CREATE TABLE active_users (
  day date NOT NULL,
  days smallint NOT NULL,
  users integer NOT NULL,
  PRIMARY KEY (day, days)
);

-- The days of an organization with few entries are counted on request. No index names the count, here and below: an update
-- of it stays on its page and writes to no index. The fold deletes a row as its count comes to zero.
CREATE TABLE audit_organizations (
  organization_id uuid PRIMARY KEY,
  entries bigint NOT NULL,
  counted boolean NOT NULL DEFAULT false, -- all its days are in audit_days
  counted_from date -- days from here on are, while the others still have to be
) WITH (fillfactor = 90);

-- A part of an email is looked for among the emails, of which there are few, and not among the entries.
CREATE TABLE audit_emails (
  email varchar(255) PRIMARY KEY,
  entries bigint NOT NULL
) WITH (fillfactor = 90);
CREATE INDEX audit_emails_part_idx ON audit_emails USING gin (email gin_trgm_ops);
CREATE INDEX audit_emails_short_part_idx ON audit_emails USING gin (short_grams(email));
ALTER TABLE audit_emails ALTER COLUMN email SET STATISTICS 1000;

-- Entries that none of these figures know yet. Rows are appended in the transaction of the entries they count and folded
-- later, so that writers never wait for one another, and what is committed late is only folded later.
CREATE TABLE audit_unfolded (
  organization_id uuid,
  day date NOT NULL,
  action varchar(60) NOT NULL,
  category varchar(20) NOT NULL,
  user_email varchar(255),
  detail varchar(60), -- as in audit_detail
  hour timestamptz, -- null: not counted by hour
  n integer NOT NULL -- below zero: entries that left
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE FUNCTION add_counts(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, n) FILTER (WHERE n <> 0), '{}')
    FROM (SELECT key, sum(value::integer) AS n
            FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS both_of_them
           GROUP BY key) AS summed
$$;

-- What else an entry is counted by: how a sign-in began, or why one failed.
CREATE FUNCTION audit_detail(action text, metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE action WHEN 'AUTH_LOGIN_SUCCESS' THEN left(action || ':' || coalesce(metadata ->> 'method', 'other'), 60)
                     WHEN 'AUTH_LOGIN_FAILURE' THEN left(action || ':' || coalesce(metadata ->> 'reason', 'other'), 60) END
$$;

-- One day of an organization, as the trail has it.
CREATE FUNCTION count_audit_day(of_organization uuid, of_day date) RETURNS SETOF audit_days LANGUAGE sql AS $$
  SELECT of_organization, of_day, jsonb_object_agg(key, n)
    FROM (SELECT key, sum(n) AS n
            FROM (SELECT action, category, audit_detail(action, metadata) AS detail, count(*) AS n FROM audit_logs
                   WHERE organization_id = of_organization AND created_at >= of_day::timestamp AT TIME ZONE 'UTC'
                     AND created_at < (of_day + 1)::timestamp AT TIME ZONE 'UTC'
                   GROUP BY 1, 2, 3) AS found,
                 LATERAL (VALUES ('events'), (action), (category), (detail)) AS counted (key)
           WHERE key IS NOT NULL GROUP BY 1) AS summed
  HAVING count(*) > 0
$$;

-- All days of an organization, or (null) of the whole trail.
CREATE FUNCTION count_audit_days(of_organization uuid) RETURNS SETOF audit_days LANGUAGE sql AS $$
  SELECT coalesce(of_organization, '00000000-0000-0000-0000-000000000000'), day, jsonb_object_agg(key, n)
    FROM (SELECT day, key, sum(n) AS n
            FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, action, category,
                         audit_detail(action, metadata) AS detail, count(*) AS n
                    FROM audit_logs WHERE of_organization IS NULL OR organization_id = of_organization
                   GROUP BY 1, 2, 3, 4) AS found,
                 LATERAL (VALUES ('events'), (action), (category), (detail)) AS counted (key)
           WHERE key IS NOT NULL GROUP BY 1, 2) AS summed
   GROUP BY day
$$;

-- Recounts the figures from the entries: for those that were inserted without the trigger.
CREATE FUNCTION recount_audit() RETURNS void LANGUAGE sql SET work_mem = '256MB' AS $$
  TRUNCATE audit_days, audit_hours, audit_emails, audit_organizations, audit_unfolded;
  INSERT INTO audit_emails
  SELECT user_email, count(*) FROM audit_logs WHERE user_email IS NOT NULL GROUP BY user_email;
  INSERT INTO audit_organizations
  SELECT organization_id, count(*), count(*) > 10000 FROM audit_logs WHERE organization_id IS NOT NULL
   GROUP BY organization_id;
  INSERT INTO audit_days
  SELECT days.* FROM (SELECT organization_id FROM audit_organizations WHERE counted UNION ALL SELECT NULL) AS scope,
         LATERAL count_audit_days(scope.organization_id) AS days;
  INSERT INTO audit_hours
  SELECT hour, jsonb_object_agg(key, n)
    FROM (SELECT date_trunc('hour', created_at) AS hour, key, count(*) AS n
            FROM audit_logs, LATERAL (VALUES ('events'), (action), (category), (audit_detail(action, metadata))) AS counted (key)
           WHERE key IS NOT NULL AND created_at >= (SELECT max(created_at) FROM audit_logs) - interval '3 days'
           GROUP BY 1, 2) AS summed
   GROUP BY hour;
$$;

-- Writing to the trail.

CREATE FUNCTION note_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, detail, hour, n)
  SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, action, category, user_email,
         audit_detail(action, metadata), date_trunc('hour', created_at), count(*)
    FROM changed GROUP BY 1, 2, 3, 4, 5, 6, 7;
  INSERT INTO audit_unsealed (entry_id, created_at) SELECT id, created_at FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_logs_note_inserted AFTER INSERT ON audit_logs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_audit_entries();

-- Metadata without the values of its personal fields. The fields stay, so that an entry still says what it is about.
CREATE FUNCTION blank_fields(metadata jsonb, fields text[]) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  field text;
BEGIN
  FOREACH field IN ARRAY fields LOOP
    metadata := jsonb_set(metadata, string_to_array(field, '.'), 'null', false);
  END LOOP;
  RETURN metadata;
END
$$;

-- The one change an entry can take: personal fields are erased, once their hashes have taken the place of their salt.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.id, OLD.user_id, OLD.action, OLD.category, OLD.organization_id, OLD.created_at)
       IS NOT DISTINCT FROM (NEW.id, NEW.user_id, NEW.action, NEW.category, NEW.organization_id, NEW.created_at)
       AND coalesce(NEW.user_email = OLD.user_email, NEW.user_email IS NULL)
       AND coalesce(NEW.ip_address = OLD.ip_address, NEW.ip_address IS NULL)
       AND coalesce(NEW.user_agent = OLD.user_agent, NEW.user_agent IS NULL)
       AND EXISTS (
         SELECT 1 FROM audit_sealed s WHERE s.entry_id = OLD.id AND s.created_at = OLD.created_at
            AND (NEW.user_email IS NOT DISTINCT FROM OLD.user_email OR s.salt IS NULL)
            AND ((NEW.ip_address, NEW.user_agent) IS NOT DISTINCT FROM (OLD.ip_address, OLD.user_agent)
                 OR s.client_hashes IS NOT NULL OR s.client_salt IS NULL AND s.salt IS NULL)
            AND (NEW.metadata = OLD.metadata
                 OR s.metadata_hashes IS NOT NULL AND NEW.metadata = blank_fields(OLD.metadata, s.metadata_fields))) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit entries cannot be changed or deleted' USING ERRCODE = 'insufficient_privilege';
END
$$;
-- For each row, the trigger is there on every partition, those to come included. For TRUNCATE, each has its own.
CREATE TRIGGER audit_logs_keep BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_logs_keep_all BEFORE TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_logs_keep_all BEFORE TRUNCATE ON audit_logs_default
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The months of the trail.

-- The monthly partitions, with the table each belongs to and the time it begins and ends.
CREATE VIEW audit_partitions AS
  SELECT c.relname::text AS name, i.inhparent::regclass AS parent,
         substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM [(]''([^'']+)')::timestamptz AS low,
         substring(pg_get_expr(c.relpartbound, c.oid) from 'TO [(]''([^'']+)')::timestamptz AS high
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent IN ('audit_logs'::regclass, 'audit_logs_late'::regclass)
     AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT';

-- Makes the partition of the month that a day lies in, once, and moves there the entries that had to wait for it.
-- Every statement sees each entry once: the old rows until the commit, the new ones after it. A statement that has to wait
-- waits for audit_logs_late before it looks at which partitions that has; if it waited for the default partition only, it
-- would go on with the partitions from before, and miss the entries. Writers to late months wait from the start, readers
-- for the last step only, and this month's writers not at all. The entries move past the trigger, while no other
-- transaction can write there.
CREATE FUNCTION make_audit_partition(of_day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', of_day::timestamp);
  low timestamptz := month AT TIME ZONE 'UTC';
  high timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
  name text := to_char(month, '"audit_logs_"YYYY_MM');
  parent regclass := 'audit_logs';
  definition text;
BEGIN
  PERFORM pg_advisory_xact_lock(7236491063);
  IF to_regclass(name) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- With the check, and below with indexes, attaching it needs neither to read it nor to build anything.
  EXECUTE format(
    'CREATE TABLE %I (LIKE audit_logs INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
                      CONSTRAINT of_month CHECK (created_at >= %L AND created_at < %L))', name, low, high);
  EXECUTE format('CREATE TRIGGER audit_logs_keep_all BEFORE TRUNCATE ON %I
                  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', name);
  LOCK TABLE ONLY audit_logs_late, audit_logs_default IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT 1 FROM audit_logs_default WHERE created_at >= low AND created_at < high) THEN
    ALTER TABLE audit_logs_default DISABLE TRIGGER audit_logs_keep;
    EXECUTE format(
      'WITH moved AS (DELETE FROM audit_logs_default WHERE created_at >= %L AND created_at < %L RETURNING *)
       INSERT INTO %I SELECT * FROM moved', low, high, name);
    ALTER TABLE audit_logs_default ENABLE TRIGGER audit_logs_keep;
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (created_at, id)', name);
    FOR definition IN
      SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'audit_logs'::regclass AND NOT indisprimary
    LOOP
      EXECUTE regexp_replace(definition, 'INDEX .+? USING', format('INDEX ON %I USING', name));
    END LOOP;
    parent := 'audit_logs_late';
    LOCK TABLE ONLY audit_logs_late IN ACCESS EXCLUSIVE MODE;
  END IF;
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, low, high);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT of_month', name);
  RETURN true;
END
$$;

-- Removes a whole month, once all of it is sealed, and returns its bounds and how many entries were sealed. What was
-- counted of it is taken back like anything else is counted: later, in batches. The service records it, with a MAC.
CREATE FUNCTION drop_audit_partition(partition text, OUT low timestamptz, OUT high timestamptz, OUT sealed integer)
LANGUAGE plpgsql AS $$
DECLARE
  parent regclass;
BEGIN
  SELECT p.low, p.high, p.parent INTO low, high, parent FROM audit_partitions p WHERE p.name = partition;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no month of the audit trail', partition;
  END IF;
  EXECUTE format('LOCK TABLE %I IN SHARE MODE', partition);
  IF EXISTS (SELECT 1 FROM audit_unsealed q WHERE q.created_at >= low AND q.created_at < high) THEN
    RAISE EXCEPTION 'entries of % are not sealed yet', partition USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  SELECT count(*) INTO sealed FROM audit_seals b JOIN audit_sealed s ON s.seal = b.sequence
   WHERE b.newest >= low - interval '1 second' AND b.oldest < high AND s.created_at >= low AND s.created_at < high;
  EXECUTE format(
    'INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, detail, n)
     SELECT organization_id, (created_at AT TIME ZONE ''UTC'')::date, action, category, user_email,
            audit_detail(action, metadata), -count(*)
       FROM %I GROUP BY 1, 2, 3, 4, 5, 6', partition);
  EXECUTE format('ALTER TABLE %s DETACH PARTITION %I', parent, partition);
  EXECUTE format('DROP TABLE %I', partition);
END
$$;

-- As in records/audit/entry-leaf.ts.
CREATE FUNCTION personal_hash(salt bytea, field text, value text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(salt || convert_to(field, 'UTF8') || coalesce('\x01'::bytea || convert_to(value, 'UTF8'), '\x00'))
$$;

-- Erases personal fields of sealed entries: those of the acting user, of the ADMIN who acted as them, and of the metadata.
-- The seals stay good: they hold salted hashes, and the salt goes. Returns, for each month, the record to write and the
-- entries it is about: they are dropped together one day.
CREATE FUNCTION erase_audit_fields(ids uuid[], actors boolean[], clients boolean[], subjects boolean[])
RETURNS TABLE (record_id uuid, entry_ids uuid[]) LANGUAGE plpgsql AS $$
DECLARE
  touched text[];
BEGIN
  CREATE TEMPORARY TABLE erasing ON COMMIT DROP AS
  SELECT a.id, a.created_at, a.user_email, date_trunc('month', a.created_at AT TIME ZONE 'UTC') AS month,
         w.actor AND s.salt IS NOT NULL AS actor,
         w.client AND s.client_salt IS NOT NULL AS client,
         w.subject AND s.metadata_salt IS NOT NULL AS subject,
         s.client_salt IS NULL AND s.client_hashes IS NULL AS own_client
    FROM unnest(ids, actors, clients, subjects) AS w (id, actor, client, subject)
    JOIN audit_sealed s ON s.entry_id = w.id JOIN audit_logs a ON a.created_at = s.created_at AND a.id = s.entry_id;
  DELETE FROM erasing WHERE NOT (actor OR client OR subject);
  SELECT array_agg(DISTINCT e.user_email) INTO touched FROM erasing e WHERE e.actor AND e.user_email IS NOT NULL;
  RETURN QUERY
    WITH months AS MATERIALIZED (
      SELECT month, gen_random_uuid() AS record FROM (SELECT DISTINCT e.month FROM erasing e) AS found),
    erased AS (
      UPDATE audit_sealed s
         SET salt = CASE WHEN NOT e.actor THEN s.salt END,
             hashes = CASE WHEN e.actor THEN personal_hash(s.salt, 'userEmail', a.user_email) || coalesce(s.client_hashes,
                        personal_hash(coalesce(s.client_salt, s.salt), 'ipAddress', a.ip_address)
                        || personal_hash(coalesce(s.client_salt, s.salt), 'userAgent', a.user_agent)) ELSE s.hashes END,
             erased_by = CASE WHEN e.actor THEN m.record ELSE s.erased_by END,
             client_salt = CASE WHEN NOT e.client THEN s.client_salt END,
             client_hashes = CASE WHEN e.client THEN personal_hash(s.client_salt, 'ipAddress', a.ip_address)
                        || personal_hash(s.client_salt, 'userAgent', a.user_agent) ELSE s.client_hashes END,
             client_erased_by = CASE WHEN e.client THEN m.record ELSE s.client_erased_by END,
             metadata_salt = CASE WHEN NOT e.subject THEN s.metadata_salt END,
             metadata_hashes = CASE WHEN e.subject THEN (
                 SELECT string_agg(personal_hash(s.metadata_salt, f.field, a.metadata #>> string_to_array(f.field, '.')),
                                   ''::bytea ORDER BY f.n)
                   FROM unnest(s.metadata_fields) WITH ORDINALITY AS f (field, n)) ELSE s.metadata_hashes END,
             metadata_erased_by = CASE WHEN e.subject THEN m.record ELSE s.metadata_erased_by END
        FROM erasing e JOIN months m ON m.month = e.month JOIN audit_logs a ON a.created_at = e.created_at AND a.id = e.id
       WHERE s.entry_id = e.id AND s.created_at = e.created_at
      RETURNING m.record, s.entry_id)
    SELECT e.record, array_agg(e.entry_id ORDER BY e.entry_id) FROM erased e GROUP BY e.record;
  UPDATE audit_logs a
     SET user_email = CASE WHEN NOT e.actor THEN a.user_email END,
         ip_address = CASE WHEN NOT (e.client OR e.actor AND e.own_client) THEN a.ip_address END,
         user_agent = CASE WHEN NOT (e.client OR e.actor AND e.own_client) THEN a.user_agent END,
         metadata = CASE WHEN e.subject THEN blank_fields(a.metadata, s.metadata_fields) ELSE a.metadata END
    FROM erasing e JOIN audit_sealed s ON s.entry_id = e.id AND s.created_at = e.created_at
   WHERE a.created_at = e.created_at AND a.id = e.id;
  DROP TABLE erasing;
  -- The figures of these addresses, as the entries that are left have them. The caller keeps them from being folded.
  UPDATE audit_unfolded u SET user_email = NULL
   WHERE u.user_email = ANY (touched) AND NOT EXISTS (SELECT 1 FROM audit_logs a WHERE a.user_email = u.user_email);
  DELETE FROM audit_emails e WHERE e.email = ANY (touched);
  INSERT INTO audit_emails (email, entries)
  SELECT t.email, (SELECT count(*) FROM audit_logs a WHERE a.user_email = t.email)
                  - coalesce((SELECT sum(u.n) FROM audit_unfolded u WHERE u.user_email = t.email), 0)
    FROM unnest(touched) AS t (email)
   WHERE EXISTS (SELECT 1 FROM audit_logs a WHERE a.user_email = t.email);
END
$$;

-- The same for all entries of an address: email, IP address and browser.
CREATE FUNCTION erase_audit_person(email text) RETURNS TABLE (record_id uuid, entry_ids uuid[]) LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_unsealed q JOIN audit_logs a ON a.created_at = q.created_at AND a.id = q.entry_id
              WHERE a.user_email = email) THEN
    RAISE EXCEPTION 'entries of this person are not sealed yet: try again in a few seconds'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN QUERY
    SELECT f.* FROM (
      SELECT array_agg(a.id) AS ids, array_agg(true) AS yes, array_agg(false) AS no FROM audit_logs a
       WHERE a.user_email = email) AS own,
      LATERAL erase_audit_fields(own.ids, own.yes, own.no, own.no) AS f
     WHERE own.ids IS NOT NULL;
END
$$;

-- The serving role need not own the tables: these functions do for it what only the owner can. Their search_path is
-- fixed, so they can't be led to another role's table. By default, every role may execute a function; for these, the
-- owner grants it.
DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY
    ARRAY['make_audit_partition(date)', 'drop_audit_partition(text)', 'erase_audit_person(text)',
          'erase_audit_fields(uuid[], boolean[], boolean[], boolean[])'] LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', signature, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', signature);
  END LOOP;
END
$$;

-- This month and the next three, by the database's clock. The service makes the later ones.
SELECT make_audit_partition((now() AT TIME ZONE 'UTC' + months * interval '1 month')::date)
  FROM generate_series(0, 3) AS months;
