-- Reminders and questions mark a listing. The marks have a table of their own, so that setting one rewrites no index of
-- listings.
CREATE TABLE listing_marks (
  listing_id BIGINT PRIMARY KEY REFERENCES listings (id) ON DELETE CASCADE,
  -- The times that the seller was reminded of by email: the end that was near, the end that came, and the time since
  -- which the listing was pending. Another end, or being pending again, is due again.
  ending_reminded_for BIGINT NOT NULL DEFAULT 0,
  ended_reminded_for BIGINT NOT NULL DEFAULT 0,
  pending_reminded_for BIGINT NOT NULL DEFAULT 0,
  -- When the seller was asked whether the listing is gone, until it is answered.
  gone_asked_at BIGINT,
  gone_answered_at BIGINT
);
CREATE INDEX listing_marks_asked ON listing_marks (gone_asked_at) WHERE gone_asked_at IS NOT NULL;

INSERT INTO listing_marks (listing_id, ending_reminded_for, ended_reminded_for, pending_reminded_for, gone_asked_at,
  gone_answered_at)
SELECT id, ending_reminded_for, ended_reminded_for, pending_reminded_for, gone_asked_at, gone_answered_at FROM listings
WHERE ending_reminded_for <> 0 OR ended_reminded_for <> 0 OR pending_reminded_for <> 0
  OR gone_asked_at IS NOT NULL OR gone_answered_at IS NOT NULL;

DROP INDEX listings_ending_to_remind;
DROP INDEX listings_ended_to_remind;
DROP INDEX listings_pending_to_remind;
DROP INDEX listings_asked_if_gone;
ALTER TABLE listings
  DROP COLUMN ending_reminded_for,
  DROP COLUMN ended_reminded_for,
  DROP COLUMN pending_reminded_for,
  DROP COLUMN gone_asked_at,
  DROP COLUMN gone_answered_at;
-- The job of reminders reads these in slices.
CREATE INDEX listings_expired ON listings (ends_at, id) WHERE status = 'expired';
CREATE INDEX listings_pending ON listings (status_changed_at, id) WHERE status = 'pending';

-- Whether no listing shows the photo, so that the cleanup finds such photos by an index. Only a hint: two changes at
-- once may leave it wrong, so the cleanup checks the uses again, and the weekly check corrects it.
ALTER TABLE photos ADD COLUMN is_unused INTEGER NOT NULL DEFAULT 1;
UPDATE photos SET is_unused = 0 WHERE EXISTS (SELECT 1 FROM photo_uses WHERE photo_name = photos.name);
CREATE INDEX photos_unused ON photos (uploaded_at, name) WHERE is_unused = 1;
CREATE OR REPLACE FUNCTION note_photo_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE photos SET is_unused = 0 WHERE name = new.photo_name AND is_unused = 1;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION note_end_of_photo_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE photos SET is_unused = 1 WHERE name = old.photo_name
    AND NOT EXISTS (SELECT 1 FROM photo_uses WHERE photo_name = old.photo_name);
  RETURN NULL;
END $$;
CREATE TRIGGER photo_used AFTER INSERT ON photo_uses FOR EACH ROW EXECUTE FUNCTION note_photo_use();
CREATE TRIGGER photo_use_ended AFTER DELETE ON photo_uses FOR EACH ROW EXECUTE FUNCTION note_end_of_photo_use();
