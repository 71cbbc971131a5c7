-- Memberships: who belongs to which organization, and how people come into one.

-- The domain of an address, as it is written there.
CREATE FUNCTION domain_of(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN substring(email FROM '[^@]*$');

-- A person may belong to several organizations. users.organization_id is the default among them.
CREATE TABLE organization_members (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role varchar(20) NOT NULL DEFAULT 'MEMBER' CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
  joined_at timestamptz NOT NULL,
  is_linked boolean NOT NULL DEFAULT false, -- a directory manages them: there is a row in scim_links
  rank_by_directory boolean NOT NULL DEFAULT false, -- ADMIN because of a group in the directory
  bound_by uuid[] NOT NULL DEFAULT '{}', -- the connections that are required of them, until they are required no more (0011)
  role_ids uuid[] NOT NULL DEFAULT '{}', -- the roles they were given (0016); one that is gone counts for nothing
  -- Copies of what users say, for lists and searches in one organization: the rows that a page skips are not read.
  user_created_at timestamptz NOT NULL,
  email varchar(255) NOT NULL,
  search_text text NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_members_user_idx ON organization_members (user_id, joined_at, organization_id);
-- A common search looks through all members, in this index alone.
CREATE INDEX organization_members_created_idx
  ON organization_members (organization_id, user_created_at, user_id) INCLUDE (search_text);
ALTER TABLE organization_members ALTER COLUMN search_text SET STATISTICS 1000; -- as in users
CREATE INDEX organization_members_email_idx ON organization_members (organization_id, email);
-- A directory also sees members whom it doesn't manage, by the domain of their address.
CREATE INDEX organization_members_domain_idx
  ON organization_members (organization_id, domain_of(email), user_created_at, user_id) WHERE NOT is_linked;
-- Whether an organization keeps an OWNER is asked before each departure, however many members there are.
CREATE INDEX organization_members_owner_idx ON organization_members (organization_id) WHERE role = 'OWNER';

-- One row, once ALLOW_SEVERAL_ORGANIZATIONS was on, even if it is off again: what applications were granted is bound to an
-- organization then.
CREATE TABLE several_organizations (
  since timestamptz NOT NULL
);
CREATE UNIQUE INDEX several_organizations_one_idx ON several_organizations ((true));

-- The default is one of the organizations that the person belongs to.
ALTER TABLE users ADD CONSTRAINT users_default_organization_fkey
  FOREIGN KEY (organization_id, id) REFERENCES organization_members (organization_id, user_id);

-- When each member last signed in, in the order of the list. As user_logins, for one organization.
CREATE TABLE member_logins (
  user_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  last_login_at timestamptz NOT NULL, -- -infinity: never
  PRIMARY KEY (user_id, organization_id),
  FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX member_logins_order_idx ON member_logins (organization_id, last_login_at, user_id);

-- By an index, also when the plan was made while there were few users: many may come at once.
CREATE FUNCTION copy_to_new_member() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  SELECT u.created_at, u.email, u.search_text INTO NEW.user_created_at, NEW.email, NEW.search_text
    FROM users u WHERE u.id = NEW.user_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER organization_members_copy BEFORE INSERT ON organization_members
  FOR EACH ROW EXECUTE FUNCTION copy_to_new_member();

-- The first organization that a person joins is their default. The person's row is written in any case: callers are
-- remembered by its version.
CREATE FUNCTION note_new_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO member_logins
    SELECT u.id, came.organization_id, coalesce(u.last_login_at, '-infinity') FROM came JOIN users u ON u.id = came.user_id;
  UPDATE users u SET organization_id = coalesce(u.organization_id, first.organization_id)
    FROM (SELECT DISTINCT ON (user_id) user_id, organization_id FROM came
           ORDER BY user_id, joined_at, organization_id) AS first
   WHERE u.id = first.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_members_note_new AFTER INSERT ON organization_members
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_new_members();

-- When a default ends, the one joined longest ago follows. A MODERATOR is one in the default only: where people may
-- belong to several, what they could do in one organization must not pass to the next.
CREATE FUNCTION move_default() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET organization_id = (
           SELECT m.organization_id FROM organization_members m
            WHERE m.user_id = OLD.user_id AND m.organization_id <> OLD.organization_id
            ORDER BY m.joined_at, m.organization_id LIMIT 1),
         role = CASE WHEN role = 'MODERATOR' AND EXISTS (SELECT 1 FROM several_organizations) THEN 'USER' ELSE role END
   WHERE id = OLD.user_id AND organization_id = OLD.organization_id;
  -- The row of a person who keeps their default is written, too: callers are remembered by its version.
  UPDATE users SET organization_id = organization_id WHERE id = OLD.user_id AND organization_id <> OLD.organization_id;
  RETURN OLD;
END
$$;
CREATE TRIGGER organization_members_move_default BEFORE DELETE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION move_default();

-- A person's row is written with each change of their rank or roles: callers are remembered by the version of that row.
CREATE FUNCTION touch_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET organization_id = organization_id WHERE id = NEW.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_members_touch AFTER UPDATE OF role, role_ids ON organization_members
  FOR EACH ROW EXECUTE FUNCTION touch_member();

CREATE FUNCTION note_login() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_logins SET last_login_at = coalesce(NEW.last_login_at, '-infinity') WHERE user_id = NEW.id;
  UPDATE member_logins SET last_login_at = coalesce(NEW.last_login_at, '-infinity') WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_note_login AFTER UPDATE OF last_login_at ON users
  FOR EACH ROW WHEN (OLD.last_login_at IS DISTINCT FROM NEW.last_login_at) EXECUTE FUNCTION note_login();

CREATE FUNCTION note_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE organization_members SET email = NEW.email, search_text = NEW.search_text WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_note_names AFTER UPDATE OF email, username, first_name, last_name ON users
  FOR EACH ROW WHEN (OLD.email <> NEW.email OR OLD.search_text <> NEW.search_text) EXECUTE FUNCTION note_names();

-- Accepting an invitation deletes it. An expired one is no longer accepted.
CREATE TABLE organization_invites (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  invited_by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  email varchar(255) NOT NULL,
  role varchar(20) NOT NULL DEFAULT 'MEMBER' CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
  role_ids uuid[] NOT NULL DEFAULT '{}', -- that the person has once they joined (0016)
  -- Of the link in the mail, if nothing else showed it: using it proves the mailbox. Otherwise of none.
  token_hash bytea NOT NULL UNIQUE,
  -- Of the link that invited_by_id was shown, to hand it over themselves: using it proves nothing. Null: none was shown.
  link_hash bytea UNIQUE,
  linked_at timestamptz, -- when it was made
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL, -- or sent again
  UNIQUE (organization_id, email),
  CHECK ((link_hash IS NULL) = (linked_at IS NULL))
);
CREATE INDEX organization_invites_list_idx ON organization_invites (organization_id, created_at, id);
-- Deleting a user clears them as inviter.
CREATE INDEX organization_invites_inviter_idx ON organization_invites (invited_by_id);
CREATE INDEX organization_invites_expires_idx ON organization_invites (expires_at);
