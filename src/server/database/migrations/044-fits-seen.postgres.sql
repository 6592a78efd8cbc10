-- The newest listing when the student turned emails on. What fits and is older is no news to them.
ALTER TABLE users ADD COLUMN fits_seen_id BIGINT NOT NULL DEFAULT 0;
