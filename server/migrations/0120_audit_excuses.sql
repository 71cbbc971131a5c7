-- Records that excuse missing or erased entries are written by the service, with a MAC: no function makes one any more.

-- Which record says that an entry's personal fields were erased.
ALTER TABLE audit_sealed ADD COLUMN erased_by uuid;
CREATE INDEX audit_sealed_erased_idx ON audit_sealed (erased_by) WHERE salt IS NULL;

-- Replaced because its lock had the same number as another lock.
DO $$
BEGIN
  EXECUTE replace(pg_get_functiondef('make_audit_partition(date)'::regprocedure), '7236491056', '7236491063');
END
$$;

DROP FUNCTION drop_audit_partition(text, timestamptz), uncount_audit_partition(text),
  erase_audit_person(text, timestamptz), thin_audit_seals(integer), record_audit_upkeep(text, text, jsonb, timestamptz);

-- Removes a whole month, once all of it is sealed, and returns its bounds and how many entries were sealed. What was
-- counted of it is taken back like anything else is counted: later, in batches.
CREATE FUNCTION drop_audit_partition(partition text, OUT low timestamptz, OUT high timestamptz, OUT sealed integer)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT p.low, p.high INTO low, high FROM audit_partitions p WHERE p.name = partition;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no month of the audit trail', partition;
  END IF;
  EXECUTE format('LOCK TABLE %I IN SHARE MODE', partition);
  IF EXISTS (SELECT 1 FROM audit_unsealed q WHERE q.created_at >= coalesce(low, '-infinity') AND q.created_at < high) THEN
    RAISE EXCEPTION 'entries of % are not sealed yet', partition USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  SELECT count(*) INTO sealed FROM audit_seals b JOIN audit_sealed s ON s.seal = b.sequence
   WHERE b.newest >= coalesce(low, '-infinity') - interval '1 second' AND b.oldest < high
     AND s.created_at >= coalesce(low, '-infinity') AND s.created_at < high;
  EXECUTE format(
    'INSERT INTO audit_unfolded (organization_id, day, action, category, user_email, n)
     SELECT organization_id, (created_at AT TIME ZONE ''UTC'')::date, action, category, user_email, -count(*)
       FROM %I GROUP BY 1, 2, 3, 4, 5', partition);
  EXECUTE format('ALTER TABLE audit_logs DETACH PARTITION %I', partition);
  EXECUTE format('DROP TABLE %I', partition);
END
$$;

-- Erases email, address and browser from the entries of a person. The seals stay good: they hold salted hashes, and the
-- salt goes. Returns, for each month, the record to write and the entries it is about: they are dropped together one day.
CREATE FUNCTION erase_audit_person(email text) RETURNS TABLE (record_id uuid, entry_ids uuid[]) LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_unsealed q JOIN audit_logs a ON a.created_at = q.created_at AND a.id = q.entry_id
              WHERE a.user_email = email) THEN
    RAISE EXCEPTION 'entries of this person are not sealed yet: try again in a few seconds'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN QUERY
    WITH months AS MATERIALIZED (
      SELECT month, gen_random_uuid() AS record
        FROM (SELECT DISTINCT date_trunc('month', created_at AT TIME ZONE 'UTC') AS month
                FROM audit_logs WHERE user_email = email) AS found),
    erased AS (
      UPDATE audit_sealed s
         SET salt = NULL, erased_by = m.record,
             hashes = sha256(s.salt || 'userEmail' || coalesce('\x01'::bytea || convert_to(a.user_email, 'UTF8'), '\x00'))
                   || sha256(s.salt || 'ipAddress' || coalesce('\x01'::bytea || convert_to(a.ip_address, 'UTF8'), '\x00'))
                   || sha256(s.salt || 'userAgent' || coalesce('\x01'::bytea || convert_to(a.user_agent, 'UTF8'), '\x00'))
        FROM audit_logs a JOIN months m ON m.month = date_trunc('month', a.created_at AT TIME ZONE 'UTC')
       WHERE a.user_email = email AND s.entry_id = a.id AND s.created_at = a.created_at AND s.salt IS NOT NULL
      RETURNING s.erased_by, s.entry_id)
    SELECT e.erased_by, array_agg(e.entry_id ORDER BY e.entry_id) FROM erased e GROUP BY e.erased_by;
  UPDATE audit_logs SET user_email = NULL, ip_address = NULL, user_agent = NULL WHERE user_email = email;
  UPDATE audit_unfolded SET user_email = NULL WHERE user_email = email;
  DELETE FROM audit_emails e WHERE e.email = erase_audit_person.email;
END
$$;

DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY['drop_audit_partition(text)', 'erase_audit_person(text)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', signature, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', signature);
  END LOOP;
END
$$;
