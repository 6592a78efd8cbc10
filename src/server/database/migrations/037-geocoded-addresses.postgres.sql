-- The answers of the geocoder. An address that it does not know has no coordinates.
CREATE TABLE geocoded_addresses (
  address_hash TEXT NOT NULL PRIMARY KEY,
  latitude DOUBLE PRECISION,
  longitude DOUBLE PRECISION,
  expires_at BIGINT NOT NULL
);
CREATE INDEX geocoded_addresses_expires_at ON geocoded_addresses (expires_at);
