-- Price alerts of users, judged by the bid of every accepted quote.

create table price_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  market_id integer not null references markets,
  condition text not null check (condition in ('above', 'below', 'change')),
  -- For above and below, in steps of the market.
  level exact check (level > 0),
  -- For change: hundredths of a percent, and the bid from which it is measured.
  change integer check (change between 1 and 10000),
  base exact check (base > 0),
  repeats boolean not null,
  created_at timestamptz not null,
  hits integer not null default 0 check (hits >= 0),
  -- The quote of the last hit.
  hit_ms exact,
  hit_bid exact check (hit_bid > 0),
  hit_seq exact check (hit_seq > 0),
  is_active boolean not null generated always as (repeats or hits = 0) stored,
  check ((condition = 'change') = (level is null)),
  check ((condition = 'change') = (change is not null)),
  check ((change is null) = (base is null)),
  check (num_nulls(hit_ms, hit_bid, hit_seq) = case when hits = 0 then 3 else 0 end)
);

create index price_alerts_by_user on price_alerts (user_id, id desc);
create index active_price_alerts on price_alerts (id) where is_active;

grant select, insert, delete on price_alerts to openlot_app;
grant update (hits, base, hit_ms, hit_bid, hit_seq) on price_alerts to openlot_app;
