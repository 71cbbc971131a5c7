-- What an application keeps with a user, as the JSON it is written in, so that the limit counts the bytes that are sent.
-- Null: nothing. The constraints need no scan: no row has any yet.
ALTER TABLE users ADD COLUMN public_metadata json, ADD COLUMN private_metadata json;
ALTER TABLE users
  ADD CONSTRAINT users_public_metadata_check
    CHECK (json_typeof(public_metadata) = 'object' AND octet_length(public_metadata::text) <= 8192) NOT VALID,
  ADD CONSTRAINT users_private_metadata_check
    CHECK (json_typeof(private_metadata) = 'object' AND octet_length(private_metadata::text) <= 8192) NOT VALID;
