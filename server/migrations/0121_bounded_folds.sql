-- The figures of the trail are folded and counted a little at a time.

-- Days from here on are counted, while the others still have to be.
ALTER TABLE audit_organizations ADD COLUMN counted_from date;

-- One day of an organization, as the trail has it.
CREATE FUNCTION count_audit_day(of_organization uuid, of_day date) RETURNS SETOF audit_days LANGUAGE sql AS $$
  SELECT of_organization, of_day, jsonb_object_agg(key, n)
    FROM (SELECT key, sum(n) AS n
            FROM (SELECT action, category, count(*) AS n FROM audit_logs
                   WHERE organization_id = of_organization AND created_at >= of_day::timestamp AT TIME ZONE 'UTC'
                     AND created_at < (of_day + 1)::timestamp AT TIME ZONE 'UTC'
                   GROUP BY 1, 2) AS found,
                 LATERAL (VALUES ('events'), (action), (category)) AS counted (key)
           GROUP BY 1) AS summed
  HAVING count(*) > 0
$$;

-- Rows that count nothing are found without reading the others.
CREATE INDEX audit_days_empty_idx ON audit_days (day) WHERE counts = '{}';
CREATE INDEX audit_emails_empty_idx ON audit_emails (email) WHERE entries = 0;
CREATE INDEX audit_organizations_empty_idx ON audit_organizations (organization_id) WHERE entries = 0;
