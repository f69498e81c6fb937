-- Events of the economic calendar, entered or imported by operators.

create table calendar_events (
  id bigint generated always as identity primary key,
  -- Where the event was imported from, and its id there. Both are empty for an event entered at the console.
  source text not null check (length(source) <= 40),
  uid text check (length(uid) between 1 and 200),
  at timestamptz not null check (at >= '2000-01-01Z' and at < '2100-01-01Z'),
  -- Only the date is known; the time is noon in UTC.
  is_all_day boolean not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  importance smallint not null check (importance between 1 and 3),
  forecast text not null check (length(forecast) <= 40),
  previous text not null check (length(previous) <= 40),
  actual text not null check (length(actual) <= 40),
  -- Grows with every change, also of a title.
  revision integer not null default 1 check (revision > 0),
  unique (source, uid),
  check ((source = '') = (uid is null))
);
create index calendar_events_by_time on calendar_events (at, id);
create index calendar_events_by_currency on calendar_events (currency, at);

create table calendar_titles (
  event_id bigint not null references calendar_events on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  title text not null check (length(title) between 1 and 160),
  primary key (event_id, language)
);

-- What every change replaced. No foreign key: the event may be removed.
create table calendar_changes (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  -- Null if the event was added.
  old jsonb,
  -- Null if it was removed.
  new jsonb,
  changed_at timestamptz not null,
  changed_by bigint not null references operators,
  -- SHA-256 of the imported file; null for a change at the console.
  file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
  check (old is not null or new is not null)
);
create index calendar_changes_by_event on calendar_changes (event_id, id);

create trigger append_only before update or delete or truncate on calendar_changes
  for each statement execute function refuse_change_of_past();

grant select, insert, update, delete on calendar_events, calendar_titles to openlot_app;
grant select, insert on calendar_changes to openlot_app;
