-- The price that a thing went for, if its seller says so, and when it was marked as sold. Both are empty for older sales.
ALTER TABLE listings ADD COLUMN went_for_cents BIGINT;
ALTER TABLE listings ADD COLUMN sold_at BIGINT;
CREATE INDEX listings_by_sale ON listings (sold_at, id) WHERE went_for_cents IS NOT NULL;

-- What things of a kind went for, counted by a job. `listing_ids` has the sales behind the figures, as JSON: the figures
-- change only with several new sales. A group that has fewer than ten sales now is not shown.
CREATE TABLE sale_figures (
  id TEXT PRIMARY KEY,
  sales INTEGER NOT NULL,
  low_cents BIGINT NOT NULL,
  median_cents BIGINT NOT NULL,
  high_cents BIGINT NOT NULL,
  within_days INTEGER NOT NULL,
  is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)),
  listing_ids TEXT NOT NULL,
  counted_at BIGINT NOT NULL
);
