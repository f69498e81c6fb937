-- How far each follower has read the journal. The transaction that moves a position also writes what the follower made of
-- the batches, so nothing is missed and nothing is written twice.
create table follower_positions (
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  shard_group integer not null references engine_leases,
  -- The last batch that was applied.
  seq exact not null check (seq >= 0),
  moved_at timestamptz not null,
  primary key (name, shard_group)
);

grant select, insert on follower_positions to openlot_app;
grant update (seq, moved_at) on follower_positions to openlot_app;

-- What happened to a user's orders and account without the user acting. A follower writes it from the journal.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('stop_loss', 'take_profit', 'close_out', 'order_filled', 'order_cancelled',
    'margin_call')),
  -- Without a foreign key: its check would lock the order, and a commit of the engine would wait for the follower.
  order_id exact check (order_id > 0),
  -- Why the order was cancelled.
  reason text check (reason in ('insufficient_margin', 'notional_limit', 'orders_limit')),
  -- The margin level of a margin call, in hundredths of a percent.
  risk_rate exact,
  -- The journal entry: its batch and its place in the batch.
  shard_group integer not null,
  seq exact not null check (seq > 0),
  entry integer not null check (entry >= 0),
  created_at timestamptz not null,
  check ((kind = 'margin_call') = (order_id is null)),
  check ((kind = 'margin_call') = (risk_rate is not null)),
  check ((kind = 'order_cancelled') = (reason is not null))
);

-- One entry changes an order once, and gives one margin call at most.
create unique index notices_once on notices (shard_group, seq, entry, order_id) nulls not distinct;
create index notices_by_user on notices (user_id, id desc);

grant select, insert on notices to openlot_app;
