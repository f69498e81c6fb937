-- The engine's own. It is the only writer of everything here, one at a time: whoever holds the lease, by its epoch.
-- Amounts of money are micro-dollars, prices steps of the market, lots hundredths, rates billionths: all of them whole
-- numbers that the code can hold exactly.
create domain exact as bigint check (value between -9007199254740991 and 9007199254740991);

create table engine_leases (
  shard_group integer primary key,
  -- Grows with every holder: a statement that carries an older one writes nothing.
  epoch exact not null check (epoch >= 0),
  -- The number and the hash of the last batch.
  last_seq exact not null check (last_seq >= 0),
  last_hash bytea not null check (length(last_hash) = 32),
  holder text not null check (length(holder) <= 128),
  taken_at timestamptz not null
);
insert into engine_leases values (0, 0, 0, decode(repeat('00', 32), 'hex'), '', now());

-- Every batch as it was decided: commands with all they depended on, and what came of them. The hash is over the one
-- before and the packed entry, so that nothing can be changed, left out or put in between.
create table journal (
  shard_group integer not null references engine_leases,
  seq exact not null check (seq > 0),
  epoch exact not null,
  at timestamptz not null,
  packed bytea not null,
  hash bytea not null check (length(hash) = 32),
  primary key (shard_group, seq)
);

-- A user's money. `cash` may be below zero while positions are open; both are the sums of their transfers at all times.
create table trading_accounts (
  user_id bigint primary key references users,
  book text not null check (book in ('real', 'demo')),
  -- So that accounts can be spread over several groups some day.
  shard integer not null generated always as ((user_id % 1024)::integer) stored,
  cash exact not null,
  locked exact not null check (locked >= 0),
  -- Whether the margin call was given, and is not armed again yet.
  is_warned boolean not null default false,
  opened_at timestamptz not null,
  -- What a long past adds up to, so that nobody has to count it: orders that are over, what they brought, which may come
  -- to more than one amount can hold, and transfers that touched the cash.
  ended_orders exact not null check (ended_orders >= 0),
  realised_profit numeric not null check (scale(realised_profit) = 0),
  cash_entries exact not null check (cash_entries >= 0),
  unique (user_id, book)
);

-- The house's side, per book and group of shards. Written only by adding what the transfers of a batch add up to. It is
-- over everybody and for good, so it may come to more than one amount can hold.
create table house_balances (
  shard_group integer not null references engine_leases,
  book text not null check (book in ('real', 'demo')),
  account text not null check (account in ('trading', 'fees', 'write_offs', 'deposits', 'withdrawals', 'demo_credit',
    'copy_trading', 'adjustments')),
  balance numeric not null default 0 check (scale(balance) = 0),
  primary key (shard_group, book, account)
);
insert into house_balances (shard_group, book, account)
select 0, book, account
from unnest(array['real', 'demo']) book,
  unnest(array['trading', 'fees', 'write_offs', 'deposits', 'withdrawals', 'demo_credit', 'copy_trading',
    'adjustments']) account
-- Demo money comes from nowhere, real money never does.
where not (book = 'real' and account = 'demo_credit')
  and not (book = 'demo' and account in ('deposits', 'withdrawals', 'adjustments'));

create table orders (
  id exact primary key check (id > 0),
  user_id bigint not null references trading_accounts,
  market_id integer not null references markets,
  side text not null check (side in ('buy', 'sell')),
  kind text not null check (kind in ('market', 'limit', 'stop')),
  status text not null check (status in ('pending', 'open', 'cancelled', 'closed')),
  lots exact not null check (lots > 0),
  leverage integer not null check (leverage > 0),
  -- The terms it was placed on.
  quote_currency text not null,
  price_precision smallint not null,
  units_per_lot integer not null,
  lot_step exact not null,
  least_lots exact not null,
  margin_mode text not null check (margin_mode in ('fixed', 'leverage')),
  fee_mode text not null check (fee_mode in ('per_lot', 'share_of_margin')),
  fee_per_lot exact not null,
  fee_share exact not null,
  asked_price exact check (asked_price > 0),
  open_price exact not null check (open_price > 0),
  margin exact not null check (margin >= 0),
  fee exact not null check (fee >= 0),
  stop_loss exact check (stop_loss > 0),
  take_profit exact check (take_profit > 0),
  close_price exact check (close_price > 0),
  profit exact,
  end_cause text check (end_cause in ('user', 'stop_loss', 'take_profit', 'stop_out', 'demo_reset',
    'insufficient_margin', 'notional_limit', 'orders_limit')),
  parent_id exact references orders,
  -- What was decided on: quote, feed, rate, expected price, slippage, rule.
  placed jsonb not null,
  opened jsonb,
  ended jsonb,
  placed_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  check ((status in ('cancelled', 'closed')) = (ended_at is not null)),
  check ((status in ('cancelled', 'closed')) = (end_cause is not null)),
  check ((status = 'closed') = (profit is not null) and (status = 'closed') = (close_price is not null)),
  check ((status in ('open', 'closed')) = (opened_at is not null) and (opened is null) = (opened_at is null)),
  check (ended is null or ended_at is not null),
  check (kind <> 'market' or status not in ('pending', 'cancelled'))
);

create index standing_orders on orders (user_id, id) where status in ('pending', 'open');
create index ended_orders on orders (user_id, ended_at desc, id desc) where status in ('cancelled', 'closed');

-- What is over stays as it ended, and of what stands nothing changes that was decided before.
create function refuse_change_of_decided() returns trigger
language plpgsql as $$
begin
  if old.status in ('cancelled', 'closed')
    or (old.status = 'open' and new.status not in ('open', 'closed'))
    or new.lots > old.lots
    or (old.status = 'open' and new.lots = old.lots and (new.margin, new.fee) is distinct from (old.margin, old.fee))
    or (old.status = 'pending' and new.lots <> old.lots)
    or (old.status = 'pending' and new.status in ('pending', 'cancelled')
      and (new.open_price, new.margin, new.fee) is distinct from (old.open_price, old.margin, old.fee))
    or (old.opened is not null and (new.opened, new.opened_at, new.open_price) is distinct from
      (old.opened, old.opened_at, old.open_price))
    or (new.id, new.user_id, new.market_id, new.side, new.kind, new.leverage, new.placed, new.placed_at,
        new.quote_currency, new.price_precision, new.units_per_lot, new.lot_step, new.least_lots, new.margin_mode,
        new.fee_mode, new.fee_per_lot, new.fee_share, new.asked_price, new.parent_id)
      is distinct from
      (old.id, old.user_id, old.market_id, old.side, old.kind, old.leverage, old.placed, old.placed_at,
        old.quote_currency, old.price_precision, old.units_per_lot, old.lot_step, old.least_lots, old.margin_mode,
        old.fee_mode, old.fee_per_lot, old.fee_share, old.asked_price, old.parent_id)
  then
    raise exception 'order %: what was decided is never rewritten', old.id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger decided_once before update on orders
  for each row execute function refuse_change_of_decided();
create trigger never_deleted before delete or truncate on orders
  for each statement execute function refuse_change_of_past();

-- The ledger. A transfer takes one amount from one account to another, so it sums to zero by its shape. It concerns one
-- user: the other side is the house, in the same book, or another purse of the same user.
create table transfers (
  id exact primary key check (id > 0),
  user_id bigint not null,
  book text not null,
  source text not null,
  destination text not null,
  amount exact not null check (amount > 0),
  type text not null check (type in ('deposit', 'withdrawal', 'trade_profit', 'fee', 'withdrawal_returned',
    'write_off', 'demo', 'copy_trading', 'adjustment')),
  reference text not null check (length(reference) between 1 and 128),
  order_id exact references orders,
  -- An operator who did it, and why, where one did.
  operator_id bigint,
  memo text check (length(memo) <= 500),
  -- The batch it was written by.
  seq exact not null,
  created_at timestamptz not null,
  foreign key (user_id, book) references trading_accounts (user_id, book),
  check (source <> destination),
  check (source in ('cash', 'locked') or destination in ('cash', 'locked')),
  check (source in ('cash', 'locked', 'trading', 'fees', 'write_offs', 'deposits', 'withdrawals', 'demo_credit',
    'copy_trading', 'adjustments')),
  check (destination in ('cash', 'locked', 'trading', 'fees', 'write_offs', 'deposits', 'withdrawals', 'demo_credit',
    'copy_trading', 'adjustments')),
  check (book = 'demo' or 'demo_credit' not in (source, destination)),
  check (book = 'real' or not array[source, destination] && array['deposits', 'withdrawals', 'adjustments'])
);

create index transfers_by_user on transfers (user_id, id desc);

-- Deposits and withdrawals, as far as their money goes; what else is to be said of them is elsewhere.
create table movements (
  reference text primary key check (length(reference) between 1 and 128),
  user_id bigint not null references trading_accounts,
  kind text not null check (kind in ('deposit', 'withdrawal')),
  amount exact not null check (amount > 0),
  state text not null check (state in ('credited', 'locked', 'sent', 'returned')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((kind = 'deposit') = (state = 'credited'))
);

create index movements_by_user on movements (user_id, created_at desc);
create index movements_by_time on movements (changed_at);

create function refuse_change_of_settled() returns trigger
language plpgsql as $$
begin
  if old.state <> 'locked'
    or (new.reference, new.user_id, new.kind, new.amount, new.created_at)
      is distinct from (old.reference, old.user_id, old.kind, old.amount, old.created_at)
  then
    raise exception 'movement %: what is settled is never rewritten', old.reference
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger settled_once before update on movements
  for each row execute function refuse_change_of_settled();
create trigger never_deleted before delete or truncate on movements
  for each statement execute function refuse_change_of_past();

-- Margin calls: one for each crossing.
create table margin_notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references trading_accounts,
  risk_rate exact not null,
  net_value exact not null,
  used_margin exact not null,
  quote_seq exact not null,
  created_at timestamptz not null
);

create index margin_notices_by_user on margin_notices (user_id, id desc);

-- What came of commands under an idempotency key, for a day. Written with what they did, in the same statement.
create table command_outcomes (
  user_id bigint not null,
  key text not null check (length(key) between 1 and 128),
  fingerprint text not null check (length(fingerprint) = 64),
  outcome json not null,
  at timestamptz not null,
  primary key (user_id, key)
);

create index command_outcomes_by_time on command_outcomes (at);

-- The last step of writing a batch: what the ledger adds up to is compared with what was decided. Where they differ the
-- whole batch is refused, so that memory and ledger never drift apart.
create function require_agreement(do_agree boolean) returns boolean
language plpgsql as $$
begin
  if do_agree is not true then
    raise exception 'the ledger does not add up to what was decided' using errcode = 'data_exception';
  end if;
  return true;
end
$$;

create trigger never_deleted before delete or truncate on engine_leases
  for each statement execute function refuse_change_of_past();
create trigger never_deleted before delete or truncate on trading_accounts
  for each statement execute function refuse_change_of_past();
create trigger never_deleted before delete or truncate on house_balances
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on journal
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on margin_notices
  for each statement execute function refuse_change_of_past();

grant select, update on engine_leases to openlot_app;
grant select, insert on journal, transfers, margin_notices to openlot_app;
grant select, update on house_balances to openlot_app;
grant select, insert, update on orders, movements to openlot_app;
-- Whose it is, in which book and since when: never changed.
grant select, insert on trading_accounts to openlot_app;
grant update (cash, locked, is_warned, ended_orders, realised_profit, cash_entries) on trading_accounts to openlot_app;
grant select, insert, update, delete on command_outcomes to openlot_app;
