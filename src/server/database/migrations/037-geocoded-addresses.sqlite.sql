-- The answers of the geocoder. An address that it does not know has no coordinates.
CREATE TABLE geocoded_addresses (
  address_hash TEXT NOT NULL PRIMARY KEY,
  latitude REAL,
  longitude REAL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX geocoded_addresses_expires_at ON geocoded_addresses (expires_at);
