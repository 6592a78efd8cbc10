-- Which sales are counted together, in handfuls of at least five. Every figure is of whole handfuls, so that no comparison
-- of figures tells a single sale. `cents` and `sold_at` are of the sale that was counted: once its listing differs, the
-- handful does not count. A sale without a handful never counts again.
CREATE TABLE counted_sales (
  listing_id INTEGER PRIMARY KEY REFERENCES listings ON DELETE CASCADE,
  handful INTEGER,
  handful_size INTEGER,
  cents INTEGER,
  sold_at INTEGER
) STRICT, WITHOUT ROWID;

-- Figures of the former rule begin again: together with new ones, they could tell a single sale. The sales behind them
-- are in no new figure for the same reason.
INSERT INTO counted_sales (listing_id)
  SELECT DISTINCT listings.id
  FROM sale_figures, json_each(sale_figures.listing_ids) AS counted
    JOIN listings ON listings.id = counted.value;

DROP TABLE sale_figures;
CREATE TABLE sale_figures (
  id TEXT PRIMARY KEY,
  sales INTEGER NOT NULL,
  low_cents INTEGER NOT NULL,
  median_cents INTEGER NOT NULL,
  high_cents INTEGER NOT NULL,
  within_days INTEGER NOT NULL,
  counted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
