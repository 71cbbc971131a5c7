-- How an organization's sign-in pages and emails look. Each part is the service's own where it is null.
CREATE TABLE organization_branding (
  organization_id uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  display_name varchar(100),
  accent_color char(7) CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
  logo bytea CHECK (octet_length(logo) <= 262144),
  logo_type text,
  logo_etag text,
  updated_at timestamptz NOT NULL,
  CHECK (num_nulls(logo, logo_type, logo_etag) IN (0, 3))
);
