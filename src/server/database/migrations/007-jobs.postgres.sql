-- What happens later or on a clock. The mail queue and the leases of periodic work become rows of it.
CREATE TABLE jobs (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind TEXT NOT NULL,
  cause TEXT NOT NULL,
  payload TEXT NOT NULL,
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  run_at BIGINT NOT NULL,
  expires_at BIGINT,
  attempts INTEGER NOT NULL DEFAULT 0,
  claim TEXT,
  claimed_until BIGINT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT,
  error TEXT,
  UNIQUE (kind, cause)
);
CREATE INDEX jobs_waiting ON jobs (run_at, id) WHERE state = 'waiting';
CREATE INDEX jobs_running ON jobs (claimed_until, id) WHERE state = 'running';
CREATE INDEX jobs_done ON jobs (finished_at) WHERE state = 'done';
CREATE INDEX jobs_failed ON jobs (finished_at, id) WHERE state = 'failed';
CREATE INDEX jobs_by_user ON jobs (user_id) WHERE user_id IS NOT NULL;

INSERT INTO jobs (kind, cause, payload, user_id, state, run_at, expires_at, attempts, created_at)
SELECT CASE outgoing_mail.kind WHEN 'password-reset' THEN 'secret-mail' ELSE 'mail' END,
  'outgoing-mail-' || outgoing_mail.id,
  json_build_object('template', outgoing_mail.kind, 'to', to_address, 'subject', subject, 'text', text_body, 'html', html_body)::text,
  users.id, 'waiting', next_attempt_at, expires_at, attempts, outgoing_mail.created_at
FROM outgoing_mail JOIN users ON users.email = to_address
WHERE sent_at IS NULL AND claimed_until IS NULL;

DROP TABLE outgoing_mail;
DROP TABLE leases;
