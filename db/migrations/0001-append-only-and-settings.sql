-- Attached to every table whose rows are history. It binds the owner of the tables too; only dropping the
-- trigger, which no code of ours does, would get past it.
create function refuse_change_of_past() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

create trigger append_only
  before update or delete or truncate on migrations
  for each statement execute function refuse_change_of_past();

-- Only what differs from its default, or once did. The value is text; server/settings knows the type.
create table settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  value text not null check (length(value) <= 4096)
);

create table setting_changes (
  id bigint generated always as identity primary key,
  key text not null,
  old_value text not null,
  new_value text not null check (new_value <> old_value),
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null default now()
);

create trigger append_only
  before update or delete or truncate on setting_changes
  for each statement execute function refuse_change_of_past();

grant select, insert, update on settings to openlot_app;
grant select, insert on setting_changes to openlot_app;
