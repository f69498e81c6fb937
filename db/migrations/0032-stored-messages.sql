-- The language of messages to the user. Null for users from before this column until they use the app again.
alter table users add column language text check (language ~ '^[a-z]{2,3}$');
grant update (language) on users to openlot_app;

-- Codes that allow adding a payout method or a withdrawal.
alter table verification_codes
  drop constraint verification_codes_purpose_check,
  add constraint verification_codes_purpose_check
    check (purpose in ('register', 'reset', 'payout_method', 'withdrawal'));
alter table code_requests
  drop constraint code_requests_purpose_check,
  add constraint code_requests_purpose_check
    check (purpose in ('register', 'reset', 'payout_method', 'withdrawal'));

-- Messages to users that carry no code, written in the transaction of what they tell. Codes are never stored.
create table outgoing_messages (
  id bigint generated always as identity primary key,
  -- The same on every try, so that the receiver can recognise a repeat.
  delivery_id text not null check (delivery_id ~ '^[0-9a-f]{16,64}$'),
  user_id bigint not null references users,
  channel text not null check (channel in ('email', 'mobile')),
  recipient text not null check (length(recipient) between 3 and 254),
  language text not null check (language ~ '^[a-z]{2,3}$'),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,62}$' and kind not like '%code%'),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object' and pg_column_size(parameters) <= 8192),
  created_at timestamptz not null,
  -- While a process tries to send it: when its claim expires.
  next_try_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);

create index outgoing_messages_due on outgoing_messages (channel, next_try_at, id) where state = 'waiting';
create index outgoing_messages_by_user on outgoing_messages (user_id) where state = 'waiting';
create index ended_outgoing_messages on outgoing_messages (ended_at) where state <> 'waiting';

grant select, insert, delete on outgoing_messages to openlot_app;
grant update (next_try_at, tries, state, ended_at) on outgoing_messages to openlot_app;
