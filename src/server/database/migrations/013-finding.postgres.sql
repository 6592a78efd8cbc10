-- Rentals by the day from which they are available, and the copies of a book.
CREATE INDEX listings_by_day ON listings
  (category, coalesce(details ->> 'date_available', '9999-12-31'), id) WHERE listed;
CREATE INDEX listings_by_isbn ON listings ((details ->> 'isbn'), rank)
  WHERE details ->> 'isbn' IS NOT NULL;
