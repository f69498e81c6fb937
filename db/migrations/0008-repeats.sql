-- What was done under an idempotency key, for a day: a repeat is answered from here and does nothing.
create table repeats (
  scope text not null check (length(scope) <= 64),
  key text not null check (length(key) <= 128),
  call text not null check (length(call) <= 64),
  fingerprint text not null check (length(fingerprint) = 64),
  -- The outcome without its words; null while the first is under way. As it was written: jsonb would refuse or
  -- rearrange some of what a call may answer.
  outcome json check (length(outcome::text) <= 262144),
  -- Also names the attempt: only whoever began at this instant may end it.
  started_at timestamptz not null,
  primary key (scope, key)
);

create index repeats_by_time on repeats (started_at);

grant select, insert, update, delete on repeats to openlot_app;
