/**
 * Schema `identity`: what must not be in the log. It cannot be rebuilt, so it is migrated by steps;
 * a released step never changes.
 */
export const identitySteps = [
  `CREATE TABLE identity.credentials (
     user_id integer PRIMARY KEY,
     username text NOT NULL UNIQUE,
     email text NOT NULL,
     role text NOT NULL,
     status text NOT NULL CHECK (status IN ('active', 'invited', 'disabled')),
     -- Null until an invitation is accepted.
     password_hash text,
     password_changed_at timestamptz,
     -- Sealed. The pending one counts only once a code of it was entered.
     totp_secret text,
     pending_totp_secret text,
     -- The last period of 30 seconds whose code was used: none counts twice.
     totp_step bigint,
     -- Names the user to authenticators that hold passkeys; says nothing about them.
     passkey_handle uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
     preferences jsonb NOT NULL DEFAULT '{}',
     last_sign_in_at timestamptz,
     -- The revision of the stream user-<id> that this row shows.
     version integer NOT NULL,
     created_at timestamptz NOT NULL);
   -- That an email is one user's is decided by reservations: a row may be behind its stream.
   CREATE INDEX ON identity.credentials (lower(email));

   CREATE TABLE identity.sessions (
     token_hash bytea PRIMARY KEY,
     -- What it is called in lists; opens nothing.
     public_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
     user_id integer NOT NULL REFERENCES identity.credentials ON DELETE CASCADE,
     phase text NOT NULL CHECK (phase IN ('second_factor', 'signed_in')),
     method text NOT NULL CHECK (method IN ('password', 'passkey')),
     device text NOT NULL,
     -- Codes that were tried for the second factor.
     tries integer NOT NULL DEFAULT 0,
     created_at timestamptz NOT NULL,
     last_seen_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL);
   CREATE INDEX ON identity.sessions (user_id);
   CREATE INDEX ON identity.sessions (expires_at);

   CREATE TABLE identity.known_devices (
     user_id integer NOT NULL REFERENCES identity.credentials ON DELETE CASCADE,
     -- Keyed hash of the device and its network.
     device_hash text NOT NULL,
     last_seen_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, device_hash));

   CREATE TABLE identity.links (
     token_hash bytea PRIMARY KEY,
     user_id integer NOT NULL REFERENCES identity.credentials ON DELETE CASCADE,
     purpose text NOT NULL CHECK (purpose IN ('invitation', 'reset')),
     -- Where it went.
     email text NOT NULL,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     UNIQUE (user_id, purpose));

   CREATE TABLE identity.recovery_codes (
     user_id integer NOT NULL REFERENCES identity.credentials ON DELETE CASCADE,
     code_hash text NOT NULL,
     PRIMARY KEY (user_id, code_hash));

   -- Of a pending sign-in, with which it ends.
   CREATE TABLE identity.email_codes (
     session_id uuid PRIMARY KEY REFERENCES identity.sessions (public_id) ON DELETE CASCADE,
     code_hash text NOT NULL,
     expires_at timestamptz NOT NULL);

   CREATE TABLE identity.passkeys (
     passkey_id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     user_id integer NOT NULL REFERENCES identity.credentials ON DELETE CASCADE,
     credential_id text NOT NULL UNIQUE,
     public_key bytea NOT NULL,
     counter bigint NOT NULL,
     transports text[] NOT NULL,
     name text NOT NULL,
     created_at timestamptz NOT NULL,
     last_used_at timestamptz);
   CREATE INDEX ON identity.passkeys (user_id);

   CREATE TABLE identity.passkey_challenges (
     challenge_hash bytea PRIMARY KEY,
     -- Null: to sign in, by whoever it may be.
     user_id integer REFERENCES identity.credentials ON DELETE CASCADE,
     expires_at timestamptz NOT NULL);
   CREATE INDEX ON identity.passkey_challenges (expires_at);

   CREATE TABLE identity.guesses (
     key varchar(255) PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint);
   CREATE INDEX ON identity.guesses (expire)`,
];
