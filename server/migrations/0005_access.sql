-- Access: what callers may do, by their roles and by their API keys.

-- The three system roles stand behind users.role.
CREATE TABLE roles (
  id uuid PRIMARY KEY,
  name varchar(100) NOT NULL UNIQUE,
  description varchar(500) NOT NULL DEFAULT '',
  parent_id uuid REFERENCES roles (id), -- the role whose permissions this one inherits
  is_system boolean NOT NULL DEFAULT false,
  permissions text[] NOT NULL DEFAULT '{}', -- its own
  effective_permissions text[] NOT NULL DEFAULT '{}', -- its own and inherited ones, kept ready: every request reads them
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX roles_parent_idx ON roles (parent_id);

-- The roles that a user has besides users.role. Such a role counts in the organization in which it was given, and ends
-- with that membership. One that holds users:read counts everywhere and stays, without a place.
CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES roles (id),
  organization_id uuid, -- where it counts; unless given, place_role sets the default
  PRIMARY KEY (user_id, role_id)
);
CREATE INDEX user_roles_role_idx ON user_roles (role_id);

-- Changes of roles take turns: of two concurrent ones, each would miss what the other has changed. The service takes
-- this lock as well, before any other (accounts/permission-store.ts).
CREATE FUNCTION lock_privileges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7236491056);
  RETURN NULL;
END
$$;
CREATE TRIGGER roles_lock BEFORE INSERT OR UPDATE OF permissions, parent_id ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION lock_privileges();

CREATE FUNCTION refresh_effective_permissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH RECURSIVE line (id, above) AS (
    SELECT r.id, r.id FROM roles r
    UNION SELECT l.id, r.parent_id FROM line l JOIN roles r ON r.id = l.above WHERE r.parent_id IS NOT NULL),
  truth AS (
    SELECT l.id, array_agg(DISTINCT p.permission ORDER BY p.permission) FILTER (WHERE p.permission IS NOT NULL) AS permissions
      FROM line l JOIN roles r ON r.id = l.above LEFT JOIN unnest(r.permissions) AS p (permission) ON true
     GROUP BY l.id)
  UPDATE roles r SET effective_permissions = coalesce(t.permissions, '{}') FROM truth t
   WHERE t.id = r.id AND r.effective_permissions <> coalesce(t.permissions, '{}');
  RETURN NULL;
END
$$;
CREATE TRIGGER roles_refresh AFTER INSERT OR UPDATE OF permissions, parent_id ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION refresh_effective_permissions();

CREATE FUNCTION place_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := coalesce(NEW.organization_id, (SELECT u.organization_id FROM users u WHERE u.id = NEW.user_id));
  RETURN NEW;
END
$$;
CREATE TRIGGER user_roles_place BEFORE INSERT ON user_roles FOR EACH ROW EXECUTE FUNCTION place_role();

CREATE FUNCTION end_roles_of_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_roles ur USING roles r
   WHERE ur.user_id = OLD.user_id AND r.id = ur.role_id AND NOT 'users:read' = ANY (r.effective_permissions)
     AND ur.organization_id = OLD.organization_id;
  UPDATE user_roles SET organization_id = NULL
   WHERE user_id = OLD.user_id AND organization_id = OLD.organization_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER organization_members_end_roles AFTER DELETE ON organization_members
  FOR EACH ROW EXECUTE FUNCTION end_roles_of_membership();
-- Also in a session that skips triggers, as the ones below.
ALTER TABLE organization_members ENABLE ALWAYS TRIGGER organization_members_end_roles;

-- Goes up with every change of what roles permit, of who holds which, and of policies, in the same transaction:
-- permissions and policies read earlier still hold while this figure is unchanged. One row.
CREATE TABLE role_changes (n bigint NOT NULL);
INSERT INTO role_changes VALUES (0);

CREATE FUNCTION count_role_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Once a transaction is enough, however many rows it changes.
  UPDATE role_changes SET n = n + 1 WHERE xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;
-- Deferred, so that a transaction waits for nothing else once it holds the one row: there can be no deadlock.
CREATE CONSTRAINT TRIGGER roles_count_change AFTER INSERT OR UPDATE OR DELETE ON roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_role_change();
CREATE CONSTRAINT TRIGGER user_roles_count_change AFTER INSERT OR UPDATE OR DELETE ON user_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_role_change();
CREATE TRIGGER roles_count_truncate AFTER TRUNCATE ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION count_role_change();
CREATE TRIGGER user_roles_count_truncate AFTER TRUNCATE ON user_roles
  FOR EACH STATEMENT EXECUTE FUNCTION count_role_change();
ALTER TABLE roles ENABLE ALWAYS TRIGGER roles_count_change;
ALTER TABLE roles ENABLE ALWAYS TRIGGER roles_count_truncate;
ALTER TABLE user_roles ENABLE ALWAYS TRIGGER user_roles_count_change;
ALTER TABLE user_roles ENABLE ALWAYS TRIGGER user_roles_count_truncate;

INSERT INTO roles (id, name, description, parent_id, is_system, permissions, created_at, updated_at) VALUES
  ('01890000-0000-7000-8000-000000000001', 'ROLE_USER', 'Every account.', NULL, true, '{}', 'epoch', 'epoch'),
  ('01890000-0000-7000-8000-000000000002', 'ROLE_MODERATOR', 'Lists the users of their own organization.',
   '01890000-0000-7000-8000-000000000001', true, '{users:list}', 'epoch', 'epoch'),
  ('01890000-0000-7000-8000-000000000003', 'ROLE_ADMIN', 'Runs the whole service, across organizations.',
   '01890000-0000-7000-8000-000000000002', true,
   '{users:read,users:write,users:delete,users:impersonate,roles:read,roles:write,audit:read,emails:read,organizations:read,policies:read,policies:write,webhooks:read,webhooks:write,hooks:read,hooks:write,applications:read,applications:write,checks:read,checks:confirm}',
   'epoch', 'epoch');

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name varchar(50) NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  key_prefix varchar(8) NOT NULL, -- how the key begins, to recognize it in a list
  organization_id uuid, -- where it was made and acts, while its owner belongs there; null: in none
  by_connection boolean NOT NULL DEFAULT false, -- made in a session that an identity provider began
  permission varchar(20) NOT NULL DEFAULT 'READ_ONLY' CHECK (permission IN ('READ_ONLY', 'READ_WRITE')),
  expires_at timestamptz, -- null: never
  last_used_at timestamptz,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX api_keys_user_idx ON api_keys (user_id, created_at DESC, id DESC);
-- For those that end with a membership.
CREATE INDEX api_keys_organization_idx ON api_keys (organization_id, user_id) WHERE revoked_at IS NULL;
-- For the sweep of keys that were revoked long ago.
CREATE INDEX api_keys_ending_idx ON api_keys (expires_at, id) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX api_keys_revoked_idx ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;

-- API keys that belong to an organization, not to a person: for its own programs, and for its customers.
CREATE TABLE organization_keys (
  id uuid PRIMARY KEY,
  -- The keys end with their organization.
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name varchar(100) NOT NULL,
  -- The beginning of the current secret, to tell keys apart. Null: taken over by its hash, so we never saw it.
  key_prefix varchar(20),
  -- What its next secret begins with: ours, or the team's own.
  secret_prefix varchar(13) NOT NULL,
  -- Has the team's own prefix, or was taken over: it may be verified, but opens nothing here.
  verification_only boolean NOT NULL,
  -- `area:verb`. The area latchkey is what the key may do here; the others are the team's.
  scopes text[] NOT NULL,
  -- Addresses and networks it may be used from. Empty: any.
  allowed_networks text[] NOT NULL,
  -- Uses per window. Both null: no limit.
  rate_limit integer,
  rate_window_seconds integer,
  -- The team's own id, such as that of the customer.
  external_id varchar(255),
  -- As the JSON it was sent in, so that the limit counts the bytes that are sent.
  metadata json NOT NULL,
  -- False: refused until it is turned on again.
  enabled boolean NOT NULL DEFAULT true,
  -- Null: never.
  expires_at timestamptz,
  -- Until when the secret before the last rotation works. Null: the last rotation ended it, or there was none.
  previous_expires_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Null: another key created it, or the account is gone. The key outlives its maker.
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Null: not revoked.
  revoked_at timestamptz,
  CHECK ((rate_limit IS NULL) = (rate_window_seconds IS NULL)),
  CHECK (json_typeof(metadata) = 'object' AND octet_length(metadata::text) <= 8192)
);
-- Those that end, the next ones first.
CREATE INDEX organization_keys_ending_idx ON organization_keys (expires_at, id) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX organization_keys_list_idx ON organization_keys (organization_id, created_at DESC, id DESC);
CREATE INDEX organization_keys_external_idx ON organization_keys (organization_id, external_id)
  WHERE external_id IS NOT NULL;
CREATE INDEX organization_keys_maker_idx ON organization_keys (created_by) WHERE created_by IS NOT NULL;
-- For the sweep of keys that were revoked long ago.
CREATE INDEX organization_keys_revoked_idx ON organization_keys (revoked_at) WHERE revoked_at IS NOT NULL;

-- Every secret of those keys, earlier ones too: no two keys of any organization share one.
CREATE TABLE organization_key_secrets (
  -- SHA-256 of the whole secret.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  key_id uuid NOT NULL REFERENCES organization_keys (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- Who created or rotated the key. Null: another key did, or the account is gone.
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Null: the current secret. Earlier ones are kept for a while, so that they are told apart from nonsense.
  expires_at timestamptz
);
CREATE UNIQUE INDEX organization_key_secrets_current_idx ON organization_key_secrets (key_id) WHERE expires_at IS NULL;
CREATE INDEX organization_key_secrets_key_idx ON organization_key_secrets (key_id);
CREATE INDEX organization_key_secrets_maker_idx ON organization_key_secrets (created_by) WHERE created_by IS NOT NULL;
-- For the sweep of secrets that ended long ago.
CREATE INDEX organization_key_secrets_expired_idx ON organization_key_secrets (expires_at) WHERE expires_at IS NOT NULL;

-- When keys were last used. Apart from them: it is written often, and callers are remembered by their keys' versions.
CREATE TABLE organization_key_uses (
  key_id uuid PRIMARY KEY REFERENCES organization_keys (id) ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL
);

-- The places that an account's large answers under way take, over all nodes. One whose node has died is free again when
-- it expires.
CREATE TABLE large_answers (
  account_id uuid NOT NULL, -- a user, or the organization whose key asks
  place smallint NOT NULL, -- 1 or 2
  id uuid NOT NULL, -- the answer that has it
  expires_at timestamptz NOT NULL,
  user_id uuid REFERENCES users (id) ON DELETE CASCADE, -- the account, if it is a user's
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE, -- the account, if it is an organization's
  PRIMARY KEY (account_id, place),
  CHECK (account_id = coalesce(user_id, organization_id))
);
