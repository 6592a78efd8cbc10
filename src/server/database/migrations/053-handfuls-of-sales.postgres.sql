-- Which sales are counted together, in handfuls of at least five. Every figure is of whole handfuls, so that no comparison
-- of figures tells a single sale. `cents` and `sold_at` are of the sale that was counted: once its listing differs, the
-- handful does not count. A sale without a handful never counts again.
CREATE TABLE counted_sales (
  listing_id BIGINT PRIMARY KEY REFERENCES listings ON DELETE CASCADE,
  handful BIGINT,
  handful_size INTEGER,
  cents BIGINT,
  sold_at BIGINT
);

-- Figures of the former rule begin again: together with new ones, they could tell a single sale. The sales behind them
-- are in no new figure for the same reason.
INSERT INTO counted_sales (listing_id)
  SELECT DISTINCT listings.id
  FROM sale_figures
    CROSS JOIN LATERAL json_array_elements_text(sale_figures.listing_ids::json) AS counted (id)
    JOIN listings ON listings.id = counted.id::bigint;

DROP TABLE sale_figures;
CREATE TABLE sale_figures (
  id TEXT PRIMARY KEY,
  sales INTEGER NOT NULL,
  low_cents BIGINT NOT NULL,
  median_cents BIGINT NOT NULL,
  high_cents BIGINT NOT NULL,
  within_days INTEGER NOT NULL,
  counted_at BIGINT NOT NULL
);
