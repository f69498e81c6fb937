-- A deposit that was reported while deposits of its currency were off has its last rate, which was not kept up to date.
-- Only two operators credit it, also once the currency is on again. Earlier versions refused such reports.
alter table deposits add is_at_old_rate boolean not null default false;
