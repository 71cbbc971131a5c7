-- Accounts: who exists, how they sign in, what was recorded and what is still to be mailed.
-- Every timestamp is written by the service from its own clock; no column defaults to now().

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name varchar(100) NOT NULL,
  slug varchar(60) NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- The three system roles stand behind users.role; user_roles holds what a user has besides it.
CREATE TABLE roles (
  id uuid PRIMARY KEY,
  name varchar(100) NOT NULL UNIQUE,
  description varchar(500) NOT NULL DEFAULT '',
  parent_id uuid REFERENCES roles (id),
  is_system boolean NOT NULL DEFAULT false,
  permissions text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX roles_parent_idx ON roles (parent_id);

INSERT INTO roles (id, name, description, parent_id, is_system, permissions, created_at, updated_at) VALUES
  ('01890000-0000-7000-8000-000000000001', 'ROLE_USER', 'Every account.', NULL, true, '{}', 'epoch', 'epoch'),
  ('01890000-0000-7000-8000-000000000002', 'ROLE_MODERATOR', 'Lists the users of the own organization.',
   '01890000-0000-7000-8000-000000000001', true, '{users:list}', 'epoch', 'epoch'),
  ('01890000-0000-7000-8000-000000000003', 'ROLE_ADMIN', 'Runs the whole service, across organizations.',
   '01890000-0000-7000-8000-000000000002', true,
   '{users:read,users:write,users:delete,users:impersonate,roles:read,roles:write,audit:read,emails:read}',
   'epoch', 'epoch');

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email varchar(255) NOT NULL UNIQUE,
  username varchar(100),
  password_hash varchar(255),
  first_name varchar(100),
  last_name varchar(100),
  role varchar(20) NOT NULL DEFAULT 'USER' CHECK (role IN ('USER', 'MODERATOR', 'ADMIN')),
  is_active boolean NOT NULL DEFAULT true,
  email_verified_at timestamptz,
  last_login_at timestamptz,
  organization_id uuid REFERENCES organizations (id) ON DELETE SET NULL,
  organization_role varchar(20) NOT NULL DEFAULT 'MEMBER' CHECK (organization_role IN ('OWNER', 'ADMIN', 'MEMBER')),
  two_factor_secret bytea,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  two_factor_verified boolean NOT NULL DEFAULT false,
  two_factor_last_step bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
CREATE INDEX users_organization_idx ON users (organization_id);
CREATE INDEX users_created_idx ON users (created_at, id);

CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES roles (id),
  PRIMARY KEY (user_id, role_id)
);
CREATE INDEX user_roles_role_idx ON user_roles (role_id);

-- Accepting an invitation is deleting it; an expired one is simply no longer accepted.
CREATE TABLE organization_invites (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  invited_by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  email varchar(255) NOT NULL,
  role varchar(20) NOT NULL DEFAULT 'MEMBER' CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (organization_id, email)
);

-- The passwords before the current one.
CREATE TABLE password_history (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  password_hash varchar(255) NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX password_history_user_idx ON password_history (user_id, id DESC);

-- Failed logins are counted by address, not by account, so that an unknown address locks like a known one.
-- pending counts attempts whose password is being checked: failures + pending never passes the limit.
CREATE TABLE login_attempts (
  email_hash bytea PRIMARY KEY,
  failures integer NOT NULL DEFAULT 0,
  pending integer NOT NULL DEFAULT 0,
  pending_at timestamptz,
  locked_until timestamptz,
  updated_at timestamptz NOT NULL
);
CREATE INDEX login_attempts_updated_idx ON login_attempts (updated_at);

-- A persistent login. The token of a given counter is derived, so that requests racing to rotate it can share one outcome.
CREATE TABLE remember_me (
  series uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  counter integer NOT NULL DEFAULT 0,
  session_id uuid,
  rotated_at bigint,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX remember_me_user_idx ON remember_me (user_id);
CREATE INDEX remember_me_expires_idx ON remember_me (expires_at);

-- Cookie, access token and refresh token all lead here: deleting the row ends them at once.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ip_address varchar(64) NOT NULL,
  user_agent varchar(512) NOT NULL,
  remember_series uuid REFERENCES remember_me (series) ON DELETE SET NULL,
  refresh_counter integer NOT NULL DEFAULT 0,
  refresh_rotated_at bigint,
  refresh_expires_at timestamptz NOT NULL,
  -- No foreign key: that the impersonated user is gone must be noticed and recorded, not forgotten.
  impersonated_user_id uuid,
  impersonated_email varchar(255),
  impersonation_started_at timestamptz
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_expires_idx ON sessions (expires_at);
CREATE INDEX sessions_remember_idx ON sessions (remember_series);

-- Links that were mailed. Using one is deleting it.
CREATE TABLE one_time_tokens (
  token_hash bytea PRIMARY KEY,
  kind varchar(30) NOT NULL CHECK (kind IN ('email_verification', 'password_reset', 'account_unlock')),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email varchar(255) NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX one_time_tokens_user_idx ON one_time_tokens (user_id, kind);
CREATE INDEX one_time_tokens_expires_idx ON one_time_tokens (expires_at);

CREATE TABLE devices (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network varchar(64) NOT NULL,
  browser varchar(64) NOT NULL,
  os varchar(64) NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network, browser, os)
);

CREATE TABLE profile_pictures (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  content_type varchar(100) NOT NULL,
  content bytea NOT NULL,
  etag varchar(64) NOT NULL,
  updated_at timestamptz NOT NULL
);

-- No foreign keys: an entry outlives the user and the organization it speaks of.
CREATE TABLE audit_logs (
  id uuid PRIMARY KEY,
  user_id uuid,
  user_email varchar(255),
  action varchar(60) NOT NULL,
  category varchar(20) NOT NULL CHECK (category IN ('authentication', 'security', 'admin')),
  ip_address varchar(64),
  user_agent varchar(512),
  organization_id uuid,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);
CREATE INDEX audit_logs_created_idx ON audit_logs (created_at DESC, id DESC);
CREATE INDEX audit_logs_organization_idx ON audit_logs (organization_id, created_at DESC, id DESC);
CREATE INDEX audit_logs_action_idx ON audit_logs (action, created_at DESC, id DESC);
CREATE INDEX audit_logs_email_idx ON audit_logs USING gin (user_email gin_trgm_ops);

-- The outbox. body is sealed and erased once sent: it may hold a live link.
CREATE TABLE emails (
  id uuid PRIMARY KEY,
  user_id uuid,
  to_address varchar(255) NOT NULL,
  from_address varchar(320) NOT NULL,
  subject varchar(255) NOT NULL,
  type varchar(30) NOT NULL,
  status varchar(10) NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENT', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  last_error varchar(500),
  body bytea,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX emails_due_idx ON emails (next_attempt_at) WHERE status = 'PENDING';
CREATE INDEX emails_created_idx ON emails (created_at DESC, id DESC);
CREATE INDEX emails_to_idx ON emails USING gin (to_address gin_trgm_ops);
