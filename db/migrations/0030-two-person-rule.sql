-- Which operator created, reset, activated or changed the role of another, and when. Such a pair does not count as two
-- people for a while.
create table operator_ties (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  by_operator_id bigint not null references operators,
  kind text not null check (kind in ('created', 'reset', 'role_changed', 'activated')),
  at timestamptz not null,
  check (operator_id <> by_operator_id)
);

create index operator_ties_by_pair on operator_ties (operator_id, by_operator_id, at);

create trigger append_only
  before update or delete or truncate on operator_ties
  for each statement execute function refuse_change_of_past();

insert into operator_ties (operator_id, by_operator_id, kind, at)
select id, created_by, 'created', created_at from operators where created_by is not null and created_by <> id;

-- Later changes are known from the audit log.
insert into operator_ties (operator_id, by_operator_id, kind, at)
select operators.id, entries.operator_id, changes.kind, entries.at
from audit_entries entries
  join operators on entries.subject = 'operator:' || operators.id
  cross join lateral (
    select 'reset' as kind where entries.details -> 'reset' = 'true'
    union all select 'role_changed' where entries.details ? 'role'
    union all select 'activated' where entries.details #> '{active,to}' = 'true'
  ) changes
where entries.action = 'operator_changed' and entries.operator_id <> operators.id
order by entries.id;

grant select, insert on operator_ties to openlot_app;

-- Changes that one operator proposes and another approves.
create table proposals (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$' and length(kind) <= 64),
  -- The object of the change, as `pay_address:3`.
  subject text not null check (subject ~ '^[a-z]+(_[a-z]+)*:[!-~]+$' and length(subject) <= 100),
  -- Leaves room for kind and subject in an audit entry, whose details have at most 8 KiB.
  payload jsonb not null
    check (jsonb_typeof(payload) = 'object' and pg_column_size(payload) <= 7680
      and octet_length(payload::text) <= 49152),
  note text not null check (length(note) <= 500),
  proposed_by bigint not null references operators,
  proposed_at timestamptz not null,
  -- approved: decided, and not yet known to be carried out.
  state text not null default 'open'
    check (state in ('open', 'approved', 'rejected', 'withdrawn', 'done', 'failed')),
  decided_by bigint references operators,
  decided_at timestamptz,
  remark text not null default '' check (length(remark) <= 500),
  -- Whether the two-person rule was waived when it was approved.
  is_waived boolean not null default false,
  -- Why it failed: reason and figures.
  result jsonb check (pg_column_size(result) <= 2048),
  finished_at timestamptz,
  check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state = 'rejected') = (remark <> '')),
  check ((state = 'failed') = (result is not null)),
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check (state <> 'withdrawn' or decided_by = proposed_by),
  check (state not in ('approved', 'done', 'failed') or decided_by <> proposed_by or is_waived)
);

-- One at a time for each object, until it is carried out.
create unique index unfinished_proposals on proposals (kind, subject) where state in ('open', 'approved');
create index proposals_by_state on proposals (state, id);

-- Only the decision and then the result are added, each once.
create function refuse_change_of_proposal() returns trigger
language plpgsql as $$
begin
  if (new.id, new.kind, new.subject, new.payload, new.note, new.proposed_by, new.proposed_at)
      is distinct from
      (old.id, old.kind, old.subject, old.payload, old.note, old.proposed_by, old.proposed_at)
    or not (
      (old.state = 'open' and new.state in ('approved', 'rejected', 'withdrawn', 'done'))
      or (old.state = 'approved' and new.state in ('done', 'failed')
        and (new.decided_by, new.decided_at, new.remark, new.is_waived)
          is not distinct from (old.decided_by, old.decided_at, old.remark, old.is_waived))
    )
  then
    raise exception 'a proposal is decided once and never rewritten'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger decided_once before update on proposals
  for each row execute function refuse_change_of_proposal();
create trigger never_deleted before delete or truncate on proposals
  for each statement execute function refuse_change_of_past();

grant select on proposals to openlot_app;
grant insert (kind, subject, payload, note, proposed_by, proposed_at) on proposals to openlot_app;
grant update (state, decided_by, decided_at, remark, is_waived, result, finished_at) on proposals to openlot_app;
