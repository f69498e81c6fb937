-- The random seed of the simulated prices, drawn once. Secret: all future prices can be computed from it.
create table simulation_seed (
  only_row boolean primary key default true check (only_row),
  seed bytea not null check (length(seed) = 32)
);

-- A price that the simulation of a seed passes through, for each market: the last one before it took over, or the
-- reference price.
create table price_origins (
  simulation text not null check (length(simulation) between 1 and 64),
  market_id integer not null references markets,
  at_ms bigint not null,
  bid bigint not null check (bid between 1 and 9007199254740991),
  primary key (simulation, market_id)
);

create trigger append_only
  before update or delete or truncate on simulation_seed
  for each statement execute function refuse_change_of_past();
create trigger append_only
  before update or delete or truncate on price_origins
  for each statement execute function refuse_change_of_past();

grant select, insert on simulation_seed, price_origins to openlot_app;
