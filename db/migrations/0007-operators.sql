create table operators (
  id bigint generated always as identity primary key,
  email text not null unique check (length(email) <= 254 and email = lower(email)),
  role text not null check (role in ('owner', 'finance', 'compliance', 'support', 'content', 'viewer')),
  is_active boolean not null default true,
  password_hash text not null,
  -- A first password somebody else has seen: it must be changed when the second factor is enrolled.
  must_change_password boolean not null default true,
  -- Sealed with a key that is not in the database; null until a second factor is enrolled.
  totp_sealed bytea,
  -- The last time step that was used: a code works once.
  totp_last_step bigint,
  created_at timestamptz not null,
  created_by bigint references operators
);

create table operator_recovery_codes (
  operator_id bigint not null references operators,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

create table operator_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  token_hash bytea not null unique check (length(token_hash) = 32),
  address text not null check (length(address) <= 64),
  device text not null check (length(device) <= 256),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);

create index live_operator_sessions on operator_sessions (operator_id) where ended_at is null;

-- An enrolment under way: the password was right, the authenticator is still to be shown to work.
-- One for each operator: whoever begins anew ends the last one.
create table operator_enrolments (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  operator_id bigint not null unique references operators,
  totp_sealed bytea not null,
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null
);

create table operator_failures (
  key bytea primary key check (length(key) = 32),
  failures integer not null check (failures > 0),
  last_at timestamptz not null,
  blocked_until timestamptz not null
);

-- Everything operators do, and every sensitive thing they look up. Nobody can edit it: not the application's role,
-- which may only add and read, and not the owner of the tables either.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null for what the system or a command line did; `who` names it then.
  operator_id bigint references operators,
  who text not null check (length(who) between 1 and 254),
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*$' and length(action) <= 64),
  -- What it was done to, as `identity_check:12`.
  subject text not null check (length(subject) <= 254),
  details jsonb not null default '{}' check (pg_column_size(details) <= 8192),
  address text not null check (length(address) <= 64)
);

create index audit_entries_by_operator on audit_entries (operator_id, id desc);
create index audit_entries_by_subject on audit_entries (subject, id desc);

create trigger append_only
  before update or delete or truncate on audit_entries
  for each statement execute function refuse_change_of_past();

grant select, insert, update on operators, operator_sessions, operator_recovery_codes to openlot_app;
grant delete on operator_recovery_codes, operator_sessions to openlot_app;
grant select, insert, update, delete on operator_enrolments, operator_failures to openlot_app;
-- The time of an entry is the database's: the application cannot say another one.
grant select on audit_entries to openlot_app;
grant insert (operator_id, who, action, subject, details, address) on audit_entries to openlot_app;
