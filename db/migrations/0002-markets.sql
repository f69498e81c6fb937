-- What can be traded, and on which terms. A new database takes the rows of db/seed; from then on they are the
-- operator's, and a start only adds what is missing. The start checks everything together (core/market); the checks
-- here keep single values sane for whoever edits them by hand. 9007199254740991 is the last exact number of the code.
create table market_categories (
  id integer primary key check (id > 0),
  code text not null unique check (code ~ '^[a-z]+(_[a-z]+)*$'),
  name_en text not null check (name_en <> ''),
  name_hk text not null check (name_hk <> '')
);

create table markets (
  id integer primary key check (id > 0),
  code text not null unique check (code ~ '^[A-Z0-9]+(\.[A-Z0-9]+)*$' and length(code) <= 20),
  show_code text not null check (show_code <> ''),
  name_en text not null check (name_en <> ''),
  name_hk text not null check (name_hk <> ''),
  category_id integer not null references market_categories (id),
  logo text not null check (logo like '/%'),
  quote_currency text not null check (quote_currency ~ '^[A-Z]{3}$'),
  price_precision smallint not null check (price_precision between 0 and 8),
  units_per_lot integer not null check (units_per_lot between 1 and 1000000000),
  -- Hundredths of a lot.
  lot_step bigint not null check (lot_step between 1 and 9007199254740991),
  least_lots bigint not null check (least_lots between lot_step and 9007199254740991),
  most_lots bigint not null check (most_lots between least_lots and 9007199254740991),
  -- Ascending; an empty list means that no order can be placed.
  leverages integer[] not null check (array_position(leverages, null) is null),
  margin_mode text not null check (margin_mode in ('fixed', 'leverage')),
  -- Micro-dollars.
  fee_per_lot bigint not null check (fee_per_lot between 0 and 9007199254740991),
  -- Billionths of the margin.
  fee_share bigint not null check (fee_share between 0 and 1000000000),
  hours text not null check (hours <> ''),
  jump_limit_ppm integer not null check (jump_limit_ppm between 1 and 500000),
  stale_after_ms integer not null check (stale_after_ms between 1000 and 86400000),
  -- Steps of the price.
  reference_price bigint not null check (reference_price between 1 and 9007199254740991)
);

grant select, insert on market_categories, markets to openlot_app;
