-- The public keys with which students log in. `counter` is the authenticator's count of signatures; many keep it at 0.
CREATE TABLE passkeys (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Whether the device asked for a finger, a face or a PIN. Only such a passkey is a second factor.
  verifies_user SMALLINT NOT NULL CHECK (verifies_user IN (0, 1)),
  -- 0 after a password reset of staff: the passkey is still a second factor, but no longer opens a session.
  logs_in SMALLINT NOT NULL DEFAULT 1 CHECK (logs_in IN (0, 1)),
  created_at BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Challenges that were used, until they expire: each works once.
CREATE TABLE used_challenges (
  challenge_hash TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX used_challenges_by_expiry ON used_challenges (expires_at);

-- The app that shows one-time codes. The secrets are encrypted with a key that no backup has.
CREATE TABLE authenticators (
  user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Null until the first code was typed in: before, the app is no second factor.
  secret TEXT,
  added_at BIGINT,
  -- The secret of an app that is being set up. It replaces the other one with its first code.
  pending_secret TEXT,
  -- The 30 seconds of the last code that was used, so that none works twice.
  last_step BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- The devices where staff have used their second factor, by a keyed hash of the device cookie.
CREATE TABLE second_factor_devices (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_hash TEXT NOT NULL,
  used_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);
CREATE INDEX second_factor_devices_by_use ON second_factor_devices (used_at);

-- When the student last confirmed in this session that it is them, and when they last used a second factor. The latter
-- may be older than the session: then it was used on this device.
ALTER TABLE sessions ADD COLUMN proved_at BIGINT;
ALTER TABLE sessions ADD COLUMN second_factor_at BIGINT;
