-- Lists of users and of organizations: a short search, a common name, a deep page and a huge organization cost the same at
-- ten thousand users and at a million.

-- A search of one or two characters, or of signs, has no trigram. It is looked for by its characters and pairs of these.
-- The other output (a single character at an end) is never searched for.
CREATE FUNCTION short_grams(content text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN string_to_array(content, NULL)
      || string_to_array(regexp_replace(content, '(..)', E'\\1\x1e', 'g'), E'\x1e')
      || string_to_array(regexp_replace(substr(content, 2), '(..)', E'\\1\x1e', 'g'), E'\x1e');
END
$$;
-- The pairs of a search, or its one character.
CREATE FUNCTION search_grams(search text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(search, n, 2)) FROM generate_series(1, greatest(char_length(search) - 1, 1)) AS n
$$;
SET LOCAL maintenance_work_mem = '256MB';
CREATE INDEX users_short_search_idx ON users USING gin (short_grams(search_text));
CREATE INDEX organizations_short_search_idx ON organizations USING gin (short_grams(search_text));
CREATE INDEX audit_emails_short_part_idx ON audit_emails USING gin (short_grams(email));

-- A login changes no index of users: when it was is kept apart, in the order of the list. -infinity: never.
CREATE TABLE user_logins (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  last_login_at timestamptz NOT NULL
);
DROP INDEX users_last_login_idx;
ALTER TABLE users SET (fillfactor = 90);

-- The members of an organization in their order. It serves whatever asked for the organization alone.
CREATE INDEX users_member_idx ON users (organization_id, created_at, id);
DROP INDEX users_organization_idx;

-- Where the rows of a list lie: stretches of its order, each with the number of its rows, so that a deep page is found
-- without passing all rows before it. low is where a stretch begins; each order uses some of its columns.
CREATE TABLE user_stretches (
  sort varchar(20) NOT NULL,
  low_at timestamptz NOT NULL,
  low_email varchar(255) NOT NULL,
  low_id uuid NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (sort, low_at, low_email, low_id)
);
CREATE TABLE organization_sizes (organization_id uuid PRIMARY KEY, members integer NOT NULL);
-- How many organizations there are; all rows together.
CREATE TABLE organization_counts (n integer NOT NULL);

-- Users who came, left or moved since these were last counted. Each transaction appends its own, and a worker folds
-- them later: no transaction waits for a counter.
CREATE TABLE user_moves (
  delta smallint NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  email varchar(255) NOT NULL,
  last_login_at timestamptz NOT NULL,
  organization_id uuid
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE FUNCTION note_user_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO user_moves
    VALUES (-1, OLD.id, OLD.created_at, OLD.email, coalesce(OLD.last_login_at, '-infinity'), OLD.organization_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO user_moves
    VALUES (1, NEW.id, NEW.created_at, NEW.email, coalesce(NEW.last_login_at, '-infinity'), NEW.organization_id);
    INSERT INTO user_logins VALUES (NEW.id, coalesce(NEW.last_login_at, '-infinity'))
    ON CONFLICT (user_id) DO UPDATE SET last_login_at = EXCLUDED.last_login_at
     WHERE user_logins.last_login_at <> EXCLUDED.last_login_at;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_note_coming_and_going AFTER INSERT OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_user_move();
CREATE TRIGGER users_note_move AFTER UPDATE OF created_at, email, last_login_at, organization_id ON users
  FOR EACH ROW WHEN ((OLD.created_at, OLD.email, OLD.last_login_at, OLD.organization_id)
    IS DISTINCT FROM (NEW.created_at, NEW.email, NEW.last_login_at, NEW.organization_id))
  EXECUTE FUNCTION note_user_move();

CREATE FUNCTION note_organization_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO organization_counts
  SELECT CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed HAVING count(*) > 0;
  RETURN NULL;
END
$$;
CREATE TRIGGER organizations_note_inserted AFTER INSERT ON organizations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_count();
CREATE TRIGGER organizations_note_deleted AFTER DELETE ON organizations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_organization_count();

-- Recounts the figures that the triggers maintain: for rows that were inserted without them.
CREATE FUNCTION recount_users() RETURNS void LANGUAGE sql AS $$
  TRUNCATE user_logins, user_stretches, organization_sizes, organization_counts, user_moves;
  INSERT INTO organization_counts SELECT count(*) FROM organizations;
  INSERT INTO user_logins SELECT id, coalesce(last_login_at, '-infinity') FROM users;
  INSERT INTO organization_sizes
  SELECT organization_id, count(*) FROM users WHERE organization_id IS NOT NULL GROUP BY organization_id;
  INSERT INTO user_stretches
  SELECT sort, '-infinity', '', '00000000-0000-0000-0000-000000000000', (SELECT count(*) FROM users)
    FROM unnest('{createdAt,email,lastLoginAt}'::text[]) AS sort;
$$;
SELECT recount_users();
CREATE INDEX user_logins_order_idx ON user_logins (last_login_at, user_id);
