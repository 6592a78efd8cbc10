DROP INDEX photos_by_upload;

-- One table for each of the things that `counters` held; PostgreSQL has advisory locks instead of leases.
CREATE TABLE category_versions (
  category TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);
INSERT INTO category_versions (category, version)
SELECT substr(name, length('listings:') + 1), value FROM counters WHERE name LIKE 'listings:%';

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);

CREATE TABLE site_state (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
INSERT INTO site_state (name, value)
SELECT 'demo', CASE value WHEN 2 THEN 'filled' ELSE 'filling' END FROM counters WHERE name = 'demo';

DROP TABLE counters;
