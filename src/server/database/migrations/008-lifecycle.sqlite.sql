-- A listing has a status and an end. Newest first is by rank, the next number at posting and at renewal, and not by id.
ALTER TABLE listings ADD COLUMN status TEXT NOT NULL DEFAULT 'available'
  CHECK (status IN ('available', 'pending', 'sold', 'expired', 'hidden', 'removed'));
ALTER TABLE listings ADD COLUMN status_changed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN ends_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN ranked_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN renewed_at INTEGER;
ALTER TABLE listings ADD COLUMN listed INTEGER
  GENERATED ALWAYS AS (status IN ('available', 'pending')) VIRTUAL;

UPDATE listings SET rank = id, ranked_at = posted_at, status_changed_at = posted_at;
-- A sequence: SQLite has them for generated ids only.
CREATE TABLE listing_ranks (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;
INSERT INTO listing_ranks (id) SELECT max(id) FROM listings HAVING count(*) > 0;
DELETE FROM listing_ranks;

-- What has ended is in none of the indexes that lists and searches read.
DROP INDEX listings_newest;
DROP INDEX listings_by_price;
DROP INDEX listings_by_seller;
CREATE INDEX listings_newest ON listings (category, rank DESC, price_cents) WHERE listed;
CREATE INDEX listings_by_price ON listings (category, price_cents, id) WHERE listed;
CREATE INDEX listings_by_end ON listings (ends_at) WHERE listed;
CREATE UNIQUE INDEX listings_by_rank ON listings (rank);
CREATE INDEX listings_by_seller ON listings (seller_id, category, rank);

DROP TRIGGER listings_search_added;
DROP TRIGGER listings_search_changed;
DROP TRIGGER listings_search_removed;
CREATE TRIGGER listings_search_added AFTER INSERT ON listings WHEN new.listed BEGIN
  INSERT INTO search_newest (rowid, terms) VALUES ((1 << 32) - new.rank, new.search_text);
  INSERT INTO search_by_price (rowid, terms)
  VALUES ((new.price_cents << 32) + new.id, new.search_text);
END;
CREATE TRIGGER listings_search_changed AFTER UPDATE OF search_text, price_cents, rank, status ON listings
WHEN old.search_text <> new.search_text OR old.price_cents <> new.price_cents
  OR old.rank <> new.rank OR old.listed <> new.listed BEGIN
  DELETE FROM search_newest WHERE old.listed AND rowid = (1 << 32) - old.rank;
  DELETE FROM search_by_price WHERE old.listed AND rowid = (old.price_cents << 32) + old.id;
  INSERT INTO search_newest (rowid, terms)
  SELECT (1 << 32) - new.rank, new.search_text WHERE new.listed;
  INSERT INTO search_by_price (rowid, terms)
  SELECT (new.price_cents << 32) + new.id, new.search_text WHERE new.listed;
END;
CREATE TRIGGER listings_search_removed AFTER DELETE ON listings WHEN old.listed BEGIN
  DELETE FROM search_newest WHERE rowid = (1 << 32) - old.rank;
  DELETE FROM search_by_price WHERE rowid = (old.price_cents << 32) + old.id;
END;
