-- A price limit on the newest listings is checked without leaving the index.
DROP INDEX listings_newest;
CREATE INDEX listings_newest ON listings (category, id DESC, price_cents);

-- Terms are indexed as they are written: no dictionary, no stemming.
ALTER TABLE listings ADD COLUMN search_terms TSVECTOR NOT NULL
GENERATED ALWAYS AS (array_to_tsvector(string_to_array(search_text, ' '))) STORED;
-- A search reads the whole list of changes not yet merged, so there is none.
CREATE INDEX listings_search ON listings USING gin (search_terms) WITH (fastupdate = off);
