-- Figures behind lists of users and organizations: a deep page and the size of an organization cost the same at ten
-- thousand users and at a million.

-- When each user last signed in, in the order of the list. Kept apart, so a sign-in changes no index of users.
CREATE TABLE user_logins (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  last_login_at timestamptz NOT NULL -- -infinity: never
);
CREATE INDEX user_logins_order_idx ON user_logins (last_login_at, user_id);

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

CREATE TABLE organization_sizes (
  organization_id uuid PRIMARY KEY,
  members integer NOT NULL
);

-- How many organizations there are; all rows together.
CREATE TABLE organization_counts (n integer NOT NULL);

-- Users who came, left or moved since these were last counted. Each transaction appends its own, and a worker folds
-- them later: no transaction waits for a counter.
CREATE TABLE user_moves (
  delta smallint NOT NULL, -- 1: is there now; -1: was there before
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  email varchar(255) NOT NULL,
  last_login_at timestamptz NOT NULL, -- as in user_logins
  organization_id uuid
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Users inserted by one statement are noted by one statement: row by row took a sixth of an import's time.
CREATE FUNCTION note_users_coming() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_moves
  SELECT 1, id, created_at, email, coalesce(last_login_at, '-infinity'), organization_id FROM came;
  INSERT INTO user_logins SELECT id, coalesce(last_login_at, '-infinity') FROM came;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_note_coming AFTER INSERT ON users
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_users_coming();

CREATE FUNCTION note_user_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_moves
  VALUES (-1, OLD.id, OLD.created_at, OLD.email, coalesce(OLD.last_login_at, '-infinity'), OLD.organization_id);
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
CREATE TRIGGER users_note_move AFTER UPDATE OF created_at, email, last_login_at, organization_id ON users
  FOR EACH ROW WHEN ((OLD.created_at, OLD.email, OLD.last_login_at, OLD.organization_id)
    IS DISTINCT FROM (NEW.created_at, NEW.email, NEW.last_login_at, NEW.organization_id))
  EXECUTE FUNCTION note_user_move();
CREATE TRIGGER users_note_going AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_user_move();

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
