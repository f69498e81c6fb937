-- When accounts were frozen and why, and which owner lifted it for what reason. The last row of a user tells whether the
-- account is frozen.
create table account_freezes (
  id bigint generated always as identity primary key,
  seq bigint not null check (seq > 0),
  user_id bigint not null references trading_accounts,
  kind text not null check (kind in ('frozen', 'lifted')),
  -- Set when frozen.
  cause text check (cause in ('command_failed', 'quote_failed', 'not_stored')),
  detail text check (length(detail) <= 200),
  -- Set when lifted.
  operator_id bigint references operators,
  reason text check (length(reason) between 1 and 500),
  created_at timestamptz not null,
  check ((kind = 'frozen') = (cause is not null and detail is not null)),
  check ((kind = 'lifted') = (operator_id is not null and reason is not null))
);

create index account_freezes_of_user on account_freezes (user_id, id);

create trigger append_only before update or delete or truncate on account_freezes
  for each statement execute function refuse_change_of_past();

grant select, insert on account_freezes to openlot_app;
