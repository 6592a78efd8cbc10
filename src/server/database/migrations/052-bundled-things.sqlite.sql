-- The things that the price for all of it was set for, as JSON. Their number alone does not tell that one came back while
-- another was sold.
ALTER TABLE moving_sales ADD COLUMN bundle_ids TEXT;
UPDATE moving_sales SET bundle_ids = (
    SELECT json_group_array(listing_id) FROM moving_sale_items WHERE sale_id = moving_sales.id)
  WHERE bundle_cents IS NOT NULL AND bundle_count = (
    SELECT count(*) FROM moving_sale_items WHERE sale_id = moving_sales.id);
-- Nobody knows which things the other prices were for. Their sellers can set them again.
UPDATE moving_sales SET bundle_cents = NULL WHERE bundle_ids IS NULL;
ALTER TABLE moving_sales DROP COLUMN bundle_count;
