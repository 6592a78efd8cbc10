-- When the set-up of an authenticator app began. It has to end within ten minutes, so the ones from before have ended.
ALTER TABLE authenticators ADD COLUMN pending_at BIGINT;
UPDATE authenticators SET pending_secret = NULL;
