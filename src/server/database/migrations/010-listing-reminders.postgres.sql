-- What its seller was told by mail: of which end that it is near, of which end that it came, and since when it was pending.
-- Another end, or being pending again, is due again.
ALTER TABLE listings
  ADD COLUMN told_ending BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN told_ended BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN told_pending BIGINT NOT NULL DEFAULT 0;
CREATE INDEX listings_untold_ending ON listings (ends_at) WHERE listed AND told_ending <> ends_at;
CREATE INDEX listings_untold_ended ON listings (ends_at)
  WHERE status = 'expired' AND told_ended <> ends_at;
CREATE INDEX listings_untold_pending ON listings (status_changed_at)
  WHERE status = 'pending' AND told_pending <> status_changed_at;

-- Links in those mails that renew a listing; they work for the end that they were made for.
CREATE TABLE renew_links (
  token_hash TEXT PRIMARY KEY,
  listing_id BIGINT NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  ends_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX renew_links_by_listing ON renew_links (listing_id);
CREATE INDEX renew_links_by_expiry ON renew_links (expires_at);
