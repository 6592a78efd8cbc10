-- Things that a student posts together, with one place and window to pick them up. `client_id` is chosen by the form,
-- so that a double tap posts nothing twice. The bundle is a price for all of it, set when `bundle_count` things were left.
CREATE TABLE moving_sales (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seller_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  place TEXT NOT NULL,
  pickup_window TEXT NOT NULL,
  free_until BIGINT,
  bundle_cents BIGINT,
  bundle_count INTEGER,
  created_at BIGINT NOT NULL,
  UNIQUE (seller_id, client_id)
);

CREATE TABLE moving_sale_items (
  listing_id BIGINT PRIMARY KEY REFERENCES listings (id) ON DELETE CASCADE,
  sale_id BIGINT NOT NULL REFERENCES moving_sales (id) ON DELETE CASCADE
);
CREATE INDEX moving_sale_items_by_sale ON moving_sale_items (sale_id);
