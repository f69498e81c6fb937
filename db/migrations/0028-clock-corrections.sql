-- Each start with CLOCK=system that took the system time although later times were recorded, because the clock had been
-- wrong. Times recorded before it are not continued.
create table clock_corrections (
  id integer generated always as identity primary key,
  taken_at timestamptz not null,
  -- The newest time recorded before.
  recorded_at timestamptz not null,
  -- The last journal batch before it, and the last quote number that was reserved.
  batch_seq exact not null check (batch_seq >= 0),
  quote_seq exact not null check (quote_seq >= 0),
  check (recorded_at > taken_at and taken_at > '-infinity' and recorded_at < 'infinity')
);

create trigger append_only
  before update or delete or truncate on clock_corrections
  for each statement execute function refuse_change_of_past();

grant select, insert on clock_corrections to openlot_app;

-- After a correction the simulation gets a new seed: prices of the old one are known for times still to come. The
-- newest generation is used.
alter table simulation_seed rename to simulation_seeds;
alter table simulation_seeds
  drop column only_row,
  add column generation integer not null default 1 check (generation > 0),
  -- The last correction when it was drawn.
  add column correction_id integer references clock_corrections,
  -- Unknown for a seed from before this column.
  add column drawn_at timestamptz,
  add primary key (generation);
alter table simulation_seeds alter column generation drop default;
