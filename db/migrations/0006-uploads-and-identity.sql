-- Private pictures, as they were written anew by us: decoded, without metadata. They stand in the database, so that no
-- path of a web server can ever lead to one, and a picture lives and dies with the row that says whose it is.
create table uploads (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  owner_id bigint not null references users,
  bytes bytea not null check (length(bytes) between 1 and 8388608),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- What it is kept for; null until something names it, and then it is not an orphan any more.
  kept_for text check (kept_for in ('identity', 'voucher')),
  created_at timestamptz not null
);

-- They are compressed already; trying again would only take time.
alter table uploads alter column bytes set storage external;

create index uploads_by_owner on uploads (owner_id, created_at desc);
create index orphaned_uploads on uploads (created_at) where kept_for is null;

-- Once something names a picture it stays, and stays that thing's. Nothing else of it is ever changed: see the grants.
create trigger kept_once before update or delete on uploads
  for each row when (old.kept_for is not null) execute function refuse_change_of_past();

-- One row each time somebody hands in their identity; it is decided once.
create table identity_checks (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  name text not null check (length(name) between 1 and 200),
  document_number text not null check (length(document_number) between 1 and 100),
  -- The number without blanks and dashes, in capitals: the same document on another account is found by it.
  document_key text not null check (length(document_key) between 1 and 100),
  front_upload text not null unique references uploads,
  reverse_upload text not null unique references uploads,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  remark text not null default '' check (length(remark) <= 500),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- The operator's id; operators are another room's, so no foreign key.
  decided_by bigint,
  check (front_upload <> reverse_upload),
  check ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state = 'refused') = (remark <> ''))
);

-- At most one that waits or holds for each person.
create unique index standing_identity_checks on identity_checks (user_id) where state <> 'refused';
create index identity_checks_by_user on identity_checks (user_id, id desc);
create index identity_checks_by_state on identity_checks (state, id);
create index identity_checks_by_document on identity_checks (document_key);

-- What was handed in and what was decided stays as it was; only the decision itself may be added, once.
create function refuse_second_decision() returns trigger
language plpgsql as $$
begin
  if old.state <> 'waiting'
    or (new.id, new.user_id, new.name, new.document_number, new.document_key, new.front_upload, new.reverse_upload,
        new.submitted_at)
      is distinct from
      (old.id, old.user_id, old.name, old.document_number, old.document_key, old.front_upload, old.reverse_upload,
        old.submitted_at)
  then
    raise exception 'an identity check is decided once and never rewritten'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger decided_once before update on identity_checks
  for each row execute function refuse_second_decision();
create trigger never_deleted before delete or truncate on identity_checks
  for each statement execute function refuse_change_of_past();

grant select, insert, delete on uploads to openlot_app;
grant update (kept_for) on uploads to openlot_app;
grant select, insert on identity_checks to openlot_app;
grant update (state, remark, decided_at, decided_by) on identity_checks to openlot_app;
