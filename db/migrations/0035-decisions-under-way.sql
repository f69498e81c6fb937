-- Withdrawals that the engine may not have decided, so that the sweep need not search all of them. Rows whose withdrawal
-- has a movement are deleted later.
create table undecided_withdrawals (
  withdrawal_id bigint primary key references withdrawals
);
insert into undecided_withdrawals (withdrawal_id)
select id from withdrawals where not exists (select from movements where reference = 'withdrawal:' || id);

create function note_undecided_withdrawal() returns trigger
language plpgsql as $$
begin
  insert into undecided_withdrawals (withdrawal_id) values (new.id);
  return null;
end
$$;

create trigger noted_undecided after insert on withdrawals
  for each row execute function note_undecided_withdrawal();

grant select, insert, delete on undecided_withdrawals to openlot_app;

-- Only the sweep read withdrawals by time.
drop index withdrawals_by_time;

-- The decision of one operator about a deposit, written with its audit entry before the engine is asked. It stays until
-- the engine has answered, so that it is asked again after a crash.
alter table undecided_deposits
  add result text check (result in ('credited', 'rejected', 'invalid')),
  add remark text check (length(remark) <= 500),
  add operator_id bigint references operators,
  add decided_at timestamptz,
  add check ((result is null) = (operator_id is null) and (result is null) = (decided_at is null)),
  add check ((result is not distinct from 'rejected') = (remark is not null));
create index deposit_decisions_under_way on undecided_deposits (decided_at) where result is not null;

grant update (result, remark, operator_id, decided_at) on undecided_deposits to openlot_app;

-- Addresses and bank accounts never change, so that the id that a user reports names what they saw. A change is a new row
-- that replaces the old one. A replaced row is off for good. Deposits to it can still be reported.
alter table pay_addresses
  add off_since timestamptz,
  add replaced_by bigint references pay_addresses;
alter table wire_options
  add off_since timestamptz,
  add replaced_by bigint references wire_options;
update pay_addresses set off_since = now() where not is_on;
update wire_options set off_since = now() where not is_on;
alter table pay_addresses
  add check (not is_on or off_since is null),
  add check (replaced_by is null or not is_on),
  drop constraint pay_addresses_currency_id_address_key;
alter table wire_options
  add check (not is_on or off_since is null),
  add check (replaced_by is null or not is_on);
create unique index pay_addresses_in_use on pay_addresses (currency_id, address) where replaced_by is null;
create index pay_addresses_by_address on pay_addresses (currency_id, address);

create function refuse_change_of_pay_option() returns trigger
language plpgsql as $$
begin
  if old.replaced_by is not null
    or to_jsonb(new) - '{is_on,off_since,replaced_by}'::text[]
      is distinct from to_jsonb(old) - '{is_on,off_since,replaced_by}'::text[]
  then
    raise exception '% %: it can only be switched or replaced', tg_table_name, old.id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger replaced_once before update on pay_addresses
  for each row execute function refuse_change_of_pay_option();
create trigger replaced_once before update on wire_options
  for each row execute function refuse_change_of_pay_option();
create trigger never_deleted before delete or truncate on pay_addresses
  for each statement execute function refuse_change_of_past();
create trigger never_deleted before delete or truncate on wire_options
  for each statement execute function refuse_change_of_past();

revoke update on pay_addresses, wire_options from openlot_app;
grant update (is_on, off_since, replaced_by) on pay_addresses, wire_options to openlot_app;
