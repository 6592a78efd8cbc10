-- What its seller was reminded of by mail: the end that was near, the end that came, and the time since which it was
-- pending. Another end, or being pending again, is due again.
ALTER TABLE listings ADD COLUMN ending_reminded_for INTEGER NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN ended_reminded_for INTEGER NOT NULL DEFAULT 0;
ALTER TABLE listings ADD COLUMN pending_reminded_for INTEGER NOT NULL DEFAULT 0;
CREATE INDEX listings_ending_to_remind ON listings (ends_at)
  WHERE listed AND ending_reminded_for <> ends_at;
CREATE INDEX listings_ended_to_remind ON listings (ends_at)
  WHERE status = 'expired' AND ended_reminded_for <> ends_at;
CREATE INDEX listings_pending_to_remind ON listings (status_changed_at)
  WHERE status = 'pending' AND pending_reminded_for <> status_changed_at;

-- Links in those mails that renew a listing; they work for the end that they were made for.
CREATE TABLE renew_links (
  token_hash TEXT PRIMARY KEY,
  listing_id INTEGER NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  ends_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX renew_links_by_listing ON renew_links (listing_id);
CREATE INDEX renew_links_by_expiry ON renew_links (expires_at);
