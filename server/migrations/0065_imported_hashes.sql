-- A hash that was made elsewhere brings its parameters along, and is longer than our own.
ALTER TABLE users ALTER COLUMN password_hash TYPE varchar(512);
ALTER TABLE password_history ALTER COLUMN password_hash TYPE varchar(512);
