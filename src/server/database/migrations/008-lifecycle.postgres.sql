-- A listing has a status and an end. Newest first is by rank, the next number at posting and at renewal, and not by id.
-- Each updated row would be written to them.
DROP INDEX listings_newest;
DROP INDEX listings_by_price;
DROP INDEX listings_by_seller;
DROP INDEX listings_search;

ALTER TABLE listings
  ADD COLUMN status TEXT NOT NULL DEFAULT 'available'
    CHECK (status IN ('available', 'pending', 'sold', 'expired', 'hidden', 'removed')),
  ADD COLUMN status_changed_at BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN ends_at BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN rank BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN ranked_at BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN renewed_at BIGINT,
  ADD COLUMN listed BOOLEAN GENERATED ALWAYS AS (status IN ('available', 'pending')) STORED;

UPDATE listings SET rank = id, ranked_at = posted_at, status_changed_at = posted_at;
CREATE TABLE listing_ranks (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
SELECT setval(pg_get_serial_sequence('listing_ranks', 'id'), max(id)) FROM listings HAVING count(*) > 0;

-- What has ended is in none of the indexes that lists and searches read.
CREATE INDEX listings_newest ON listings (category, rank DESC, price_cents) INCLUDE (id) WHERE listed;
CREATE INDEX listings_by_price ON listings (category, price_cents, id) WHERE listed;
CREATE INDEX listings_by_end ON listings (ends_at) WHERE listed;
CREATE UNIQUE INDEX listings_by_rank ON listings (rank);
CREATE INDEX listings_by_seller ON listings (seller_id, category, rank);
-- The search index follows in 009, once that has updated every row.
