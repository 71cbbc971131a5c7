-- The audit trail in months, and what is counted of it: pages, totals and the activity chart cost the same at ten thousand
-- entries and at ten million, and entries past the retention time are dropped month by month.

-- How many entries there are of each day: of the whole trail (all zeros), and of each large organization. counts has a
-- figure for 'events', for each category and for each action.
CREATE TABLE audit_days (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  counts jsonb NOT NULL,
  PRIMARY KEY (organization_id, day)
);

-- Organizations whose days are counted. Those of an organization with few entries are counted on request.
CREATE TABLE audit_organizations (
  organization_id uuid PRIMARY KEY,
  entries bigint NOT NULL,
  counted boolean NOT NULL DEFAULT false
);

-- Entries that none of these figures know yet. Rows are appended in the transaction of the entries they count and folded
-- later, so that writers never wait for one another, and what is committed late is only folded later.
CREATE TABLE audit_unfolded (
  organization_id uuid,
  day date NOT NULL,
  action varchar(60) NOT NULL,
  category varchar(20) NOT NULL,
  user_email varchar(255),
  n integer NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE FUNCTION add_counts(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, n) FILTER (WHERE n <> 0), '{}')
    FROM (SELECT key, sum(value::integer) AS n
            FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS both_of_them
           GROUP BY key) AS summed
$$;

-- A part of an email is looked for among the emails, of which there are few, and not among the entries.
DROP TABLE audit_emails;
CREATE TABLE audit_emails (email varchar(255) PRIMARY KEY, entries bigint NOT NULL);
ALTER TABLE audit_emails ALTER COLUMN email SET STATISTICS 1000;

-- Existing entries lie in one partition, to the end of this month. Entries that a fast clock dated later wait in the
-- default partition, as they would today.
DROP TRIGGER audit_logs_note_emails ON audit_logs;
DROP FUNCTION note_audit_emails();
ALTER TABLE audit_logs RENAME TO audit_logs_history;
ALTER TABLE audit_logs_history DROP CONSTRAINT audit_logs_pkey;
DROP INDEX audit_logs_created_idx;
ALTER INDEX audit_logs_category_idx RENAME TO audit_logs_history_category_idx;
ALTER INDEX audit_logs_action_idx RENAME TO audit_logs_history_action_idx;
ALTER INDEX audit_logs_organization_idx RENAME TO audit_logs_history_organization_idx;
ALTER INDEX audit_logs_organization_category_idx RENAME TO audit_logs_history_organization_category_idx;
ALTER INDEX audit_logs_organization_action_idx RENAME TO audit_logs_history_organization_action_idx;
ALTER INDEX audit_logs_email_idx RENAME TO audit_logs_history_email_idx;

CREATE TABLE audit_logs (LIKE audit_logs_history INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at);
ALTER TABLE audit_logs ADD PRIMARY KEY (created_at, id);
CREATE INDEX audit_logs_category_idx ON audit_logs (category, created_at, id);
CREATE INDEX audit_logs_action_idx ON audit_logs (action, created_at, id);
-- An organization's entries lie far apart: with the email beside them the index alone answers who is meant.
CREATE INDEX audit_logs_organization_idx ON audit_logs (organization_id, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_organization_category_idx ON audit_logs (organization_id, category, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_organization_action_idx ON audit_logs (organization_id, action, created_at, id) INCLUDE (user_email);
CREATE INDEX audit_logs_email_idx ON audit_logs (user_email, created_at, id) INCLUDE (organization_id);

-- Takes entries that have no partition for their time, so none is lost.
CREATE TABLE audit_logs_default PARTITION OF audit_logs DEFAULT;

-- Makes the partition of the month that a day lies in, once, and moves there the entries that had to wait for it.
-- Readers and writers of the other partitions go on.
CREATE FUNCTION make_audit_partition(of_day date) RETURNS boolean LANGUAGE plpgsql AS $$
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
  LOCK TABLE audit_logs_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format(
    'WITH moved AS (DELETE FROM audit_logs_default WHERE created_at >= %L AND created_at < %L RETURNING *)
     INSERT INTO %I SELECT * FROM moved', low AT TIME ZONE 'UTC', high AT TIME ZONE 'UTC', name);
  EXECUTE format(
    'ALTER TABLE audit_logs ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    name, low AT TIME ZONE 'UTC', high AT TIME ZONE 'UTC');
  RETURN true;
EXCEPTION WHEN invalid_object_definition THEN
  -- The entries of before cover this month.
  RETURN false;
END
$$;

DO $$
DECLARE
  bound timestamptz := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  IF EXISTS (SELECT 1 FROM audit_logs_history) THEN
    WITH ahead AS (DELETE FROM audit_logs_history WHERE created_at >= bound RETURNING *)
      INSERT INTO audit_logs_default SELECT * FROM ahead;
    EXECUTE format('ALTER TABLE audit_logs ATTACH PARTITION audit_logs_history FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  ELSE
    DROP TABLE audit_logs_history;
  END IF;
END
$$;
SELECT make_audit_partition((now() AT TIME ZONE 'UTC' + months * interval '1 month')::date)
  FROM generate_series(0, 3) AS months;

-- The days of an organization, or (null) of the whole trail, counted from its entries.
CREATE FUNCTION count_audit_days(of_organization uuid) RETURNS SETOF audit_days LANGUAGE sql AS $$
  SELECT coalesce(of_organization, '00000000-0000-0000-0000-000000000000'), day, jsonb_object_agg(key, n)
    FROM (SELECT day, key, sum(n) AS n
            FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, action, category, count(*) AS n
                    FROM audit_logs WHERE of_organization IS NULL OR organization_id = of_organization
                   GROUP BY 1, 2, 3) AS found,
                 LATERAL (VALUES ('events'), (action), (category)) AS counted (key)
           GROUP BY 1, 2) AS summed
   GROUP BY day
$$;

-- Recounts the figures that the triggers below maintain: for entries that were inserted without them.
CREATE FUNCTION recount_audit() RETURNS void LANGUAGE sql SET work_mem = '256MB' AS $$
  TRUNCATE audit_days, audit_emails, audit_organizations, audit_unfolded;
  INSERT INTO audit_emails
  SELECT user_email, count(*) FROM audit_logs WHERE user_email IS NOT NULL GROUP BY user_email;
  INSERT INTO audit_organizations
  SELECT organization_id, count(*), count(*) > 10000 FROM audit_logs WHERE organization_id IS NOT NULL
   GROUP BY organization_id;
  INSERT INTO audit_days
  SELECT days.* FROM (SELECT organization_id FROM audit_organizations WHERE counted UNION ALL SELECT NULL) AS scope,
         LATERAL count_audit_days(scope.organization_id) AS days;
$$;
SELECT recount_audit();
CREATE INDEX audit_emails_part_idx ON audit_emails USING gin (email gin_trgm_ops);

CREATE FUNCTION note_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, n)
  SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, action, category, user_email,
         CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
    FROM changed GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_logs_note_inserted AFTER INSERT ON audit_logs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_audit_entries();
CREATE TRIGGER audit_logs_note_deleted AFTER DELETE ON audit_logs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_audit_entries();
