-- Number of committed changes of an account. Every decision with effects raises it by exactly one.
alter table trading_accounts add version bigint not null default 0 check (version >= 0);

grant update (version) on trading_accounts to openlot_app;
