-- Complaints of users about their orders, deposits and withdrawals, each answered once by an operator, with a file of
-- evidence that the server makes of what they name.

create table complaints (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  key text not null check (length(key) between 1 and 128),
  fingerprint text not null check (length(fingerprint) = 64),
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null,
  -- When the answer is due. A later change of the setting does not move it.
  due_at timestamptz not null,
  answer text check (length(answer) between 1 and 4000),
  answered_by bigint references operators,
  answered_at timestamptz,
  unique (user_id, key),
  check (due_at > created_at),
  check (num_nulls(answer, answered_by, answered_at) in (0, 3))
);

create index complaints_by_user on complaints (user_id, id desc);
create index open_complaints on complaints (due_at, id) where answered_at is null;
create index answered_complaints on complaints (answered_at desc, id desc) where answered_at is not null;

-- The records that a complaint is about. Without foreign keys: the check of one to orders would lock a row of the engine.
create table complaint_records (
  complaint_id bigint not null references complaints,
  kind text not null check (kind in ('order', 'deposit', 'withdrawal')),
  record_id exact not null check (record_id > 0),
  primary key (complaint_id, kind, record_id)
);

-- One file for each complaint that names records. While it is made, next_try_at is when another attempt may begin.
create table evidence_packs (
  complaint_id bigint primary key references complaints,
  -- Packs of demo accounts, which anyone can open, are made after all others.
  is_demo boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_try_at timestamptz not null,
  content bytea check (octet_length(content) between 1 and 33554432),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Why the last attempt failed, for the operator of the server.
  problem text check (length(problem) between 1 and 500),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'ready') = (content is not null) and (content is null) = (sha256 is null)),
  check (state <> 'failed' or problem is not null)
);

create index waiting_packs on evidence_packs (is_demo, next_try_at, complaint_id) where state = 'waiting';
-- Compressed hashes are no smaller.
alter table evidence_packs alter content set storage external;

-- The parts of a partly closed order, and the order that replaced an amended one. Few orders are either, and neither
-- column ever changes, so that writing an order costs as much as before.
create index parts_of_orders on orders (parent_id) where parent_id is not null;
create index amended_orders on orders (amended_from) where amended_from is not null;

create function refuse_change_of_complaint() returns trigger
language plpgsql as $$
begin
  if old.answered_at is not null or new.answered_at is null
    or to_jsonb(new) - array['answer', 'answered_by', 'answered_at']
      is distinct from to_jsonb(old) - array['answer', 'answered_by', 'answered_at']
  then
    raise exception 'complaint %: it can only be answered, once', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create function refuse_change_of_pack() returns trigger
language plpgsql as $$
begin
  if old.state <> 'waiting' or new.complaint_id <> old.complaint_id then
    raise exception 'evidence pack %: it is final', old.complaint_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger answered_once before update on complaints
  for each row execute function refuse_change_of_complaint();
create trigger never_deleted before delete or truncate on complaints
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on complaint_records
  for each statement execute function refuse_change_of_past();
create trigger made_once before update on evidence_packs
  for each row execute function refuse_change_of_pack();
create trigger never_deleted before delete or truncate on evidence_packs
  for each statement execute function refuse_change_of_past();

grant select, insert on complaints, complaint_records, evidence_packs to openlot_app;
grant update (answer, answered_by, answered_at) on complaints to openlot_app;
grant update (state, attempts, next_try_at, content, sha256, problem, ended_at) on evidence_packs to openlot_app;
