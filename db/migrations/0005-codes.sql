-- A code that was sent. Only a keyed hash of it is kept, and the key is not in the database. One row for each
-- recipient and purpose: a new code replaces the one before.
create table verification_codes (
  channel text not null check (channel in ('email', 'mobile')),
  recipient text not null check (length(recipient) between 3 and 254),
  purpose text not null check (purpose in ('register', 'reset')),
  code_hash bytea not null check (length(code_hash) = 32),
  tries integer not null default 0 check (tries between 0 and 5),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (channel, recipient, purpose)
);

create index verification_codes_by_expiry on verification_codes (expires_at);

-- That something was asked for, for the limits; it says nothing of whether anything was sent.
create table code_requests (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'mobile')),
  recipient text not null check (length(recipient) between 3 and 254),
  -- Each has its own limit of a day: asking to register somebody's address must not use up their resets.
  purpose text not null check (purpose in ('register', 'reset')),
  address text not null check (length(address) <= 64),
  requested_at timestamptz not null
);

create index code_requests_by_recipient on code_requests (channel, recipient, requested_at desc);
create index code_requests_by_address on code_requests (address, requested_at desc);
create index code_requests_by_time on code_requests (channel, requested_at desc);
create index code_requests_by_age on code_requests (requested_at);

-- A picture to be read, once. Only the hash of what it shows is kept.
create table captchas (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  answer_hash bytea not null check (length(answer_hash) = 32),
  expires_at timestamptz not null
);

create index captchas_by_expiry on captchas (expires_at);

grant select, insert, update, delete on verification_codes, captchas to openlot_app;
grant select, insert, delete on code_requests to openlot_app;
