-- Notices become a list per user that the app shows: numbered without gaps, with content of any kind, read up to a number.
alter table notices rename to trading_notices;
alter index notices_pkey rename to trading_notices_pkey;

create table notice_lists (
  user_id bigint primary key references users,
  last_number exact not null check (last_number >= 0),
  read_number exact not null default 0,
  check (read_number between 0 and last_number)
);

create table notices (
  user_id bigint not null references users,
  -- The place in the user's list. Concurrent transactions wait for each other, so that numbers are in commit order.
  number exact not null check (number > 0),
  -- What it is about, such as a journal entry or a decision. Each is told once.
  source text not null check (length(source) between 1 and 100),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  -- When it happened.
  created_at timestamptz not null,
  primary key (user_id, number),
  unique (user_id, source)
);
create index notices_by_time on notices (created_at);
-- They are deleted earlier than others.
create index price_alert_notices on notices (created_at) where kind = 'price_alert';
alter table notices set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 500000,
  autovacuum_freeze_min_age = 0
);

-- Channels that a user switched. The others have their defaults.
create table notice_channels (
  user_id bigint not null references users,
  topic text not null check (topic ~ '^[a-z_]{1,40}$'),
  channel text not null check (channel in ('app', 'push', 'mail')),
  is_on boolean not null,
  primary key (user_id, topic, channel)
);

-- Texts for all users, such as a new version of the terms. Each is added to their lists in the order of their ids.
create table broadcasts (
  id bigint generated always as identity primary key,
  article_id bigint not null,
  edition integer not null,
  kind text not null check (kind in ('announcement', 'terms_changed')),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  -- Since when the version has been in force. Users who joined later saw it when they did.
  created_at timestamptz not null,
  -- The last user whose list it was added to.
  reached_user bigint not null default 0 check (reached_user >= 0),
  ended_at timestamptz,
  unique (article_id, edition),
  foreign key (article_id, edition) references article_editions
);
create index open_broadcasts on broadcasts (id) where ended_at is null;

-- Versions in force already are no news.
insert into broadcasts (article_id, edition, kind, parameters, created_at, ended_at)
select id, edition, case when kind = 'announcement' then 'announcement' else 'terms_changed' end, '{}', from_at, now()
from (
  select id, kind,
    case when next_from <= now() then next_edition else live_edition end as edition,
    case when next_from <= now() then next_from else live_from end as from_at
  from articles where kind <> 'news'
) in_force
where edition is not null;

-- Messages to all users wait behind those about one user's money.
alter table outgoing_messages add priority smallint not null default 0 check (priority between 0 and 1);
drop index outgoing_messages_due;
create index outgoing_messages_due on outgoing_messages (channel, priority, next_try_at, id) where state = 'waiting';

-- The notices of before, as they would be written today.
insert into notices (user_id, number, source, kind, parameters, created_at)
select old.user_id, row_number() over (partition by old.user_id order by old.id),
  'journal:' || old.shard_group || ':' || old.seq || ':' || old.entry || ':' || coalesce(old.order_id::text, 'margin'),
  old.kind,
  case when old.kind = 'margin_call'
    then jsonb_build_object('level', round(old.risk_rate::numeric / 100, 2)::text)
    else jsonb_build_object(
      'order', orders.id,
      'market', markets.show_code,
      'side', orders.side,
      'lots', round(orders.lots::numeric / 100, 2)::text)
    || case old.kind
      when 'order_cancelled' then jsonb_build_object('reason', old.reason)
      when 'order_filled' then jsonb_build_object('price', shown.open_price)
      else jsonb_build_object('price', shown.close_price, 'profit', round(orders.profit::numeric / 1000000, 6)::text)
    end
  end,
  old.created_at
from trading_notices old
left join orders on orders.id = old.order_id
left join markets on markets.id = orders.market_id
left join lateral (
  select round(orders.open_price / power(10::numeric, orders.price_precision), orders.price_precision)::text
      as open_price,
    round(orders.close_price / power(10::numeric, orders.price_precision), orders.price_precision)::text
      as close_price
) shown on true;

insert into notice_lists (user_id, last_number, read_number)
select user_id, max(number), max(number) from notices group by user_id;

drop table trading_notices;

grant select, insert on notice_lists, notices, notice_channels, broadcasts to openlot_app;
grant update (last_number, read_number) on notice_lists to openlot_app;
grant update (is_on) on notice_channels to openlot_app;
grant update (reached_user, ended_at) on broadcasts to openlot_app;
grant delete on notices to openlot_app;
