-- Deposits that may be waiting for a decision, so that the queue need not search all deposits. The decision itself is a
-- movement, written by the engine; rows whose deposit is decided are deleted later.
create table undecided_deposits (
  deposit_id bigint primary key references deposits,
  -- Why the engine refused to credit it the last time.
  failure text check (length(failure) <= 64),
  failed_at timestamptz,
  check ((failure is null) = (failed_at is null))
);
insert into undecided_deposits (deposit_id)
select id from deposits where not exists (select from movements where reference = 'deposit:' || id);

create function note_undecided_deposit() returns trigger
language plpgsql as $$
begin
  insert into undecided_deposits (deposit_id) values (new.id);
  return null;
end
$$;

create trigger noted_undecided after insert on deposits
  for each row execute function note_undecided_deposit();

grant select, insert, delete, update (failure, failed_at) on undecided_deposits to openlot_app;

-- Queues of the console, and the sums of the reconciliation.
create index movements_by_state on movements (kind, state, changed_at desc);
-- In the real book only movements have transfers without an order.
create index transfers_of_movements on transfers (reference) where order_id is null and book = 'real';
-- The same picture for another deposit.
create index vouchers_by_content on uploads (sha256(bytes)) where kept_for = 'voucher';

-- When the password last changed; null if it never did. Operators see a recent change beside a withdrawal.
alter table users add password_changed_at timestamptz;
grant update (password_changed_at) on users to openlot_app;
