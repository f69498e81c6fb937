-- A pending order of a real account is cancelled if its price is reached while prices are simulated and real accounts
-- may open nothing. Existing rows are checked by the next migration, which locks no table.
alter table orders drop constraint orders_end_cause_check;
alter table orders add constraint orders_end_cause_check check (end_cause in ('user', 'amended', 'stop_loss',
  'take_profit', 'stop_out', 'demo_reset', 'insufficient_margin', 'notional_limit', 'orders_limit',
  'simulated_prices')) not valid;

alter table notices drop constraint notices_reason_check;
alter table notices add constraint notices_reason_check check (reason in ('insufficient_margin', 'notional_limit',
  'orders_limit', 'simulated_prices')) not valid;
