/**
 * Schema `identity`: what must not be in the log. It lasts, so it grows by steps; a released step
 * never changes.
 */
export const identitySteps = [
  `CREATE TABLE identity.credentials (
     user_id integer PRIMARY KEY,
     username text NOT NULL UNIQUE,
     email text NOT NULL,
     role text NOT NULL,
     password_hash text NOT NULL,
     created_at timestamptz NOT NULL);
   CREATE UNIQUE INDEX ON identity.credentials (lower(email));

   CREATE TABLE identity.sessions (
     token_hash bytea PRIMARY KEY,
     user_id integer NOT NULL REFERENCES identity.credentials ON DELETE CASCADE,
     created_at timestamptz NOT NULL,
     last_seen_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL);
   CREATE INDEX ON identity.sessions (user_id);
   CREATE INDEX ON identity.sessions (expires_at);

   CREATE TABLE identity.guesses (
     key varchar(255) PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint);
   CREATE INDEX ON identity.guesses (expire)`,
];
