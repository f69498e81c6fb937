-- Users can report payments that they made before the deposits of a currency were switched off.

-- Null while they are on, and if they never were.
alter table currencies add deposits_off_since timestamptz;
-- A currency with a deposit was on. Its time is not known.
update currencies c set deposits_off_since = now()
where not is_deposit_on and exists (select from deposits d where d.currency_id = c.id);
alter table currencies add check (not is_deposit_on or deposits_off_since is null);
