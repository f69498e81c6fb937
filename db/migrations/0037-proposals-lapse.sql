-- A proposal that waits for too long lapses: it is no longer approved, and no longer blocks another one.
alter table proposals add lapses_at timestamptz;

alter table proposals disable trigger decided_once;
update proposals set lapses_at = greatest(
  proposed_at + case kind when 'currency' then interval '1 day' else interval '7 days' end,
  decided_at + interval '1 second'
);
alter table proposals enable trigger decided_once;

alter table proposals
  alter lapses_at set not null,
  drop constraint proposals_state_check,
  drop constraint proposals_check,
  drop constraint proposals_check3,
  add constraint proposals_state_check
    check (state in ('open', 'approved', 'rejected', 'withdrawn', 'lapsed', 'done', 'failed')),
  add constraint proposals_check
    check ((state in ('open', 'lapsed')) = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  add constraint proposals_check3
    check ((state in ('lapsed', 'done', 'failed')) = (finished_at is not null)),
  add constraint proposals_approved_in_time
    check (state not in ('approved', 'done', 'failed') or decided_at < lapses_at),
  add constraint proposals_lapsed_in_time
    check (state <> 'lapsed' or finished_at >= lapses_at);

create index open_proposals_by_lapse on proposals (lapses_at) where state = 'open';

-- An approved change that can no longer be made fails at once.
create or replace function refuse_change_of_proposal() returns trigger
language plpgsql as $$
begin
  if (new.id, new.kind, new.subject, new.payload, new.note, new.proposed_by, new.proposed_at, new.lapses_at)
      is distinct from
      (old.id, old.kind, old.subject, old.payload, old.note, old.proposed_by, old.proposed_at, old.lapses_at)
    or not (
      (old.state = 'open' and new.state in ('approved', 'rejected', 'withdrawn', 'lapsed', 'done', 'failed'))
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

grant insert (lapses_at) on proposals to openlot_app;
