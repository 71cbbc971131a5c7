import { createHash, randomBytes } from 'node:crypto';

/** @typedef {Awaited<ReturnType<typeof fillDirectory>>} Directory an organization whose directory manages its people */

/**
 * Creates an organization with a proven domain, a token, this many linked people, and a group that holds all of them.
 * @param {import('postgres').Sql} sql
 * @param {string} name
 * @param {number} people
 */
export async function fillDirectory(sql, name, people) {
  const secret = `lsd_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(secret).digest();
  const domain = `${name}.test`;
  const [{ id }] = await sql`
    INSERT INTO organizations (id, name, slug, created_at, updated_at)
    VALUES (gen_random_uuid(), ${name}, ${name}, now(), now()) RETURNING id`;
  await sql`
    INSERT INTO organization_domains (id, organization_id, name, challenge, verified_at, checked_at, created_at)
    VALUES (gen_random_uuid(), ${id}, ${domain}, '', now(), now(), now())`;
  await sql`INSERT INTO scim_tokens (id, organization_id, hash, created_at) VALUES (gen_random_uuid(), ${id}, ${hash}, now())`;
  const batch = 10_000;
  for (let from = 1; from <= people; from += batch)
    await addPeople(sql, { id, domain }, [from, Math.min(people, from + batch - 1)]);
  const group = await addGroup(sql, id);
  await sql`VACUUM ANALYZE`;
  return { name, id, domain, secret, people, group };
}

/** An OWNER is needed for nothing here: the directory acts alone. */
async function addPeople(sql, { id, domain }, [first, last]) {
  await sql.begin(async (tx) => {
    await tx`
      CREATE TEMPORARY TABLE newcomers ON COMMIT DROP AS
      SELECT gen_random_uuid() AS id, 'person-' || n || '@' || ${domain}::text AS email, 'Person' AS first_name,
             'Number ' || n AS last_name, now() - interval '1 day' + n * interval '1 millisecond' AS at
        FROM generate_series(${first}::int, ${last}::int) AS n`;
    await tx`
      INSERT INTO users (id, email, email_verified_at, first_name, last_name, created_at, updated_at)
      SELECT id, email, at, first_name, last_name, at, at FROM newcomers`;
    await tx`
      INSERT INTO organization_members (organization_id, user_id, joined_at) SELECT ${id}, id, at FROM newcomers`;
    await tx`
      INSERT INTO scim_links (organization_id, user_id, user_name, external_id, sent_email, created_at, updated_at)
      SELECT ${id}, id, email, id::text, email, at, at FROM newcomers`;
  });
}

async function addGroup(sql, organizationId) {
  const [{ id }] = await sql`
    INSERT INTO scim_groups (id, organization_id, display_name, created_at, updated_at)
    VALUES (gen_random_uuid(), ${organizationId}, 'Everyone', now(), now()) RETURNING id`;
  await sql`
    INSERT INTO scim_group_members (group_id, user_id)
    SELECT ${id}, user_id FROM scim_links WHERE organization_id = ${organizationId}`;
  return id;
}
