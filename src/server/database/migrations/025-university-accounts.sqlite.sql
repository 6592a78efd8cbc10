-- The university account of a student. Logins match issuer and subject, never the address.
CREATE TABLE university_accounts (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  last_login_at INTEGER NOT NULL,
  UNIQUE (issuer, subject)
) STRICT, WITHOUT ROWID;

-- What the university last said the student is, such as "student" or "alum staff". NULL: it has not said.
ALTER TABLE users ADD COLUMN affiliations TEXT;

-- The issuer that opened the session.
ALTER TABLE sessions ADD COLUMN issuer TEXT;

-- A code for one purpose does not work for another.
ALTER TABLE confirmation_codes ADD COLUMN purpose TEXT NOT NULL DEFAULT 'email'
  CHECK (purpose IN ('email', 'join', 'identity'));
