-- Listings that are committed together are put into the search indexes together, just before.
CREATE TABLE search_pending (id INTEGER PRIMARY KEY) STRICT;

DROP TRIGGER listings_search_added;
CREATE TRIGGER listings_search_added AFTER INSERT ON listings BEGIN
  INSERT INTO search_pending (id) VALUES (new.id);
END;

DROP TRIGGER listings_search_changed;
CREATE TRIGGER listings_search_changed AFTER UPDATE OF search_text, price_cents ON listings
WHEN old.search_text <> new.search_text OR old.price_cents <> new.price_cents BEGIN
  DELETE FROM search_newest WHERE rowid = (1 << 32) - old.id;
  DELETE FROM search_by_price WHERE rowid = (old.price_cents << 32) + old.id;
  INSERT OR IGNORE INTO search_pending (id) VALUES (new.id);
END;

-- Merged in small steps as it grows; all at once, which would hold everyone up, only in need.
INSERT INTO search_newest (search_newest, rank) VALUES ('crisismerge', 64);
INSERT INTO search_by_price (search_by_price, rank) VALUES ('crisismerge', 64);
