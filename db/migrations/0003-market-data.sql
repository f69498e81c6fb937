-- Where quotes come from: a feed with its seed and version. What one source said never counts for another.
create table feed_sources (
  id integer generated always as identity primary key,
  key text not null unique check (length(key) between 1 and 512)
);

-- The sequence of everything that is published about markets. It is taken in blocks, so that no number is ever
-- given twice, whatever happens to the process that took it.
create table market_sequence (
  only_row boolean primary key default true check (only_row),
  taken bigint not null check (taken >= 0)
);
insert into market_sequence (taken) values (0);

create table last_quotes (
  source_id integer not null references feed_sources,
  market_id integer not null references markets,
  bid bigint not null check (bid > 0),
  ask bigint not null check (ask >= bid),
  quoted_ms bigint not null,
  seq bigint not null check (seq > 0),
  primary key (source_id, market_id)
);

-- Of feeds that cannot tell their own past. Kept for a month, then only as days.
create table minute_candles (
  source_id integer not null references feed_sources,
  market_id integer not null references markets,
  start_ms bigint not null check (start_ms % 60000 = 0),
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null check (volume > 0),
  primary key (source_id, market_id, start_ms),
  check (low > 0 and low <= least(open, close) and high >= greatest(open, close))
);

-- One row for each complete UTC day of a market: its own candle, and its candles of five minutes, packed, from which
-- every period between is folded. These are null where nobody has asked for more than the day yet.
create table day_candles (
  source_id integer not null references feed_sources,
  market_id integer not null references markets,
  start_ms bigint not null check (start_ms % 86400000 = 0),
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null check (volume > 0),
  five_minutes bytea,
  primary key (source_id, market_id, start_ms),
  check (low > 0 and low <= least(open, close) and high >= greatest(open, close))
);

grant select, insert on feed_sources to openlot_app;
grant select, update on market_sequence to openlot_app;
grant select, insert, update on last_quotes to openlot_app;
grant select, insert, update, delete on minute_candles to openlot_app;
grant select, insert, update on day_candles to openlot_app;
