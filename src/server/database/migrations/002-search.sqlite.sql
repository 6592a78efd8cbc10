-- A price limit on the newest listings is checked without leaving the index.
DROP INDEX listings_newest;
CREATE INDEX listings_newest ON listings (category, id DESC, price_cents);

-- Two indexes of the same terms, each in the order its pages are read: newest first, and by price.
-- Every beginning of a term has a list of its own, so that a common one costs no more than a rare one.
CREATE VIRTUAL TABLE search_newest USING fts5 (
  terms, content = '', contentless_delete = 1, detail = none,
  tokenize = "ascii tokenchars '/:=~%_'",
  prefix = '4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31'
);
CREATE VIRTUAL TABLE search_by_price USING fts5 (
  terms, content = '', contentless_delete = 1, detail = none,
  tokenize = "ascii tokenchars '/:=~%_'",
  prefix = '4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31'
);
-- Ids are dense: in smaller pages a deep page of a common word is found sooner.
INSERT INTO search_newest (search_newest, rank) VALUES ('pgsz', 1000);
-- Merging twice as seldom as usual makes a posting a third cheaper and a search no slower.
INSERT INTO search_newest (search_newest, rank) VALUES ('automerge', 8);
INSERT INTO search_by_price (search_by_price, rank) VALUES ('automerge', 8);

CREATE TRIGGER listings_search_added AFTER INSERT ON listings BEGIN
  INSERT INTO search_newest (rowid, terms) VALUES ((1 << 32) - new.id, new.search_text);
  INSERT INTO search_by_price (rowid, terms)
  VALUES ((new.price_cents << 32) + new.id, new.search_text);
END;

CREATE TRIGGER listings_search_changed AFTER UPDATE OF search_text, price_cents ON listings
WHEN old.search_text <> new.search_text OR old.price_cents <> new.price_cents BEGIN
  DELETE FROM search_newest WHERE rowid = (1 << 32) - old.id;
  DELETE FROM search_by_price WHERE rowid = (old.price_cents << 32) + old.id;
  INSERT INTO search_newest (rowid, terms) VALUES ((1 << 32) - new.id, new.search_text);
  INSERT INTO search_by_price (rowid, terms)
  VALUES ((new.price_cents << 32) + new.id, new.search_text);
END;

CREATE TRIGGER listings_search_removed AFTER DELETE ON listings BEGIN
  DELETE FROM search_newest WHERE rowid = (1 << 32) - old.id;
  DELETE FROM search_by_price WHERE rowid = (old.price_cents << 32) + old.id;
END;
