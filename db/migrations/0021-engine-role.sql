-- Only the engine's login writes money and orders; the application reads them. Before, one role did both.
grant usage on schema public to openlot_app, openlot_engine;

revoke insert, update, delete on engine_leases, journal, transfers, margin_notices, house_balances, orders, movements,
  trading_accounts, command_outcomes, account_freezes from openlot_app;

grant select on engine_leases to openlot_engine;
grant update (epoch, last_seq, last_hash, holder, taken_at) on engine_leases to openlot_engine;
grant select, insert on journal, transfers, margin_notices, account_freezes to openlot_engine;
grant select on house_balances to openlot_engine;
grant update (balance) on house_balances to openlot_engine;
grant select, insert, update on orders, movements to openlot_engine;
grant select, insert on trading_accounts to openlot_engine;
grant update (cash, locked, is_warned, ended_orders, realised_profit, cash_entries, version) on trading_accounts
  to openlot_engine;
grant select, insert, update, delete on command_outcomes to openlot_engine;

-- Tools check with it whether the database is prepared for their version.
grant select on migrations to openlot_app;
