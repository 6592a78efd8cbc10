-- A listing enters the search indexes in its own transaction again; what still waited is indexed here.
INSERT INTO search_newest (rowid, terms)
SELECT (1 << 32) - id, search_text FROM listings
WHERE id IN (SELECT id FROM search_pending) ORDER BY id DESC;
INSERT INTO search_by_price (rowid, terms)
SELECT (price_cents << 32) + id, search_text FROM listings
WHERE id IN (SELECT id FROM search_pending) ORDER BY price_cents, id;
DROP TABLE search_pending;

DROP TRIGGER listings_search_added;
CREATE TRIGGER listings_search_added AFTER INSERT ON listings BEGIN
  INSERT INTO search_newest (rowid, terms) VALUES ((1 << 32) - new.id, new.search_text);
  INSERT INTO search_by_price (rowid, terms)
  VALUES ((new.price_cents << 32) + new.id, new.search_text);
END;

DROP TRIGGER listings_search_changed;
CREATE TRIGGER listings_search_changed AFTER UPDATE OF search_text, price_cents ON listings
WHEN old.search_text <> new.search_text OR old.price_cents <> new.price_cents BEGIN
  DELETE FROM search_newest WHERE rowid = (1 << 32) - old.id;
  DELETE FROM search_by_price WHERE rowid = (old.price_cents << 32) + old.id;
  INSERT INTO search_newest (rowid, terms) VALUES ((1 << 32) - new.id, new.search_text);
  INSERT INTO search_by_price (rowid, terms)
  VALUES ((new.price_cents << 32) + new.id, new.search_text);
END;

DROP INDEX photos_by_upload;

-- One table for each of the three things that `counters` held.
CREATE TABLE category_versions (
  category TEXT PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO category_versions (category, version)
SELECT substr(name, length('listings:') + 1), value FROM counters WHERE name LIKE 'listings:%';

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE site_state (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO site_state (name, value)
SELECT 'demo', CASE value WHEN 2 THEN 'filled' ELSE 'filling' END FROM counters WHERE name = 'demo';

DROP TABLE counters;
