-- Housing requests by the day on which the student moves in.
CREATE INDEX listings_by_move_in ON listings
  (category, coalesce(details ->> 'move_in', '9999-12-31'), id) WHERE listed;
