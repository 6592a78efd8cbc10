-- A 128-bit difference hash of the picture, in four bands: of two that differ in at most 3 bits, one band is equal. A
-- picture without contrast has none. Not hashed yet: no `hashed_at`. The bytes may be uploaded again, but were first there
-- at `first_uploaded_at`.
ALTER TABLE photos ADD COLUMN band_1 INTEGER;
ALTER TABLE photos ADD COLUMN band_2 INTEGER;
ALTER TABLE photos ADD COLUMN band_3 INTEGER;
ALTER TABLE photos ADD COLUMN band_4 INTEGER;
ALTER TABLE photos ADD COLUMN hashed_at BIGINT;
ALTER TABLE photos ADD COLUMN first_uploaded_at BIGINT NOT NULL DEFAULT 0;
UPDATE photos SET first_uploaded_at = uploaded_at;
CREATE INDEX photos_by_band_1 ON photos (band_1) WHERE band_1 IS NOT NULL;
CREATE INDEX photos_by_band_2 ON photos (band_2) WHERE band_2 IS NOT NULL;
CREATE INDEX photos_by_band_3 ON photos (band_3) WHERE band_3 IS NOT NULL;
CREATE INDEX photos_by_band_4 ON photos (band_4) WHERE band_4 IS NOT NULL;
CREATE INDEX photos_not_hashed ON photos (name) WHERE hashed_at IS NULL;

-- The median price of similar listings, counted by a job; `median_of_others_cents` is that without one of the cheaper
-- half.
CREATE TABLE price_groups (
  id TEXT PRIMARY KEY,
  listings INTEGER NOT NULL,
  median_cents INTEGER NOT NULL,
  median_of_others_cents INTEGER NOT NULL,
  counted_at BIGINT NOT NULL
);

-- What a seller says of a signal on a listing ("This is wrong"), and what a moderator decided: `signal` is the id of what
-- caused it, the sentence as it was then.
CREATE TABLE signal_answers (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  listing_id BIGINT NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  signal TEXT NOT NULL,
  sentence TEXT NOT NULL,
  note TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  decision TEXT CHECK (decision IN ('hidden', 'kept')),
  decision_id BIGINT REFERENCES moderation_log (id),
  UNIQUE (listing_id, signal)
);
CREATE INDEX signal_answers_waiting ON signal_answers (created_at) WHERE decision IS NULL;
CREATE INDEX signal_answers_by_decision ON signal_answers (decision_id) WHERE decision_id IS NOT NULL;
