-- Until when a rotation's outcome may be shared, by the database's clock: a node's clock may be wrong.
ALTER TABLE sessions ADD COLUMN refresh_shared_until timestamptz;
ALTER TABLE remember_me ADD COLUMN shared_until timestamptz;
ALTER TABLE application_grants ADD COLUMN refresh_shared_until timestamptz;
