-- Money in and out, step by step. A movement is now also a rejected deposit, a withdrawal on its way, or an adjustment.
alter table movements
  drop constraint movements_kind_check,
  drop constraint movements_state_check,
  drop constraint movements_check,
  -- The terms of a withdrawal: fee in USD, units of the currency per USD. Null before they existed.
  add column fee exact,
  add column rate exact,
  add column currency text,
  add column decimals smallint,
  -- Text for the user: why it was rejected or refused, or the memo of an adjustment. For `void` a reason code.
  add column note text check (length(note) between 1 and 500),
  -- Transaction id or bank reference of a sent withdrawal.
  add column payment text check (length(payment) between 1 and 200),
  -- Operators: who took it into review or decided it, approved it as the second person, and pays it.
  add column reviewer_id bigint,
  add column approver_id bigint,
  add column payer_id bigint,
  add constraint movements_state_check check (case kind
    when 'deposit' then state in ('credited', 'rejected', 'invalid')
    when 'withdrawal' then state in ('locked', 'reviewing', 'approved', 'paying', 'sent', 'returned', 'cancelled',
      'void')
    when 'adjustment' then state = 'adjusted'
    else false end),
  add constraint movements_terms_check check (num_nulls(fee, rate, currency, decimals) = 4
    or (num_nulls(fee, rate, currency, decimals) = 0 and kind = 'withdrawal' and fee between 0 and amount and rate > 0
      and length(currency) between 1 and 16 and decimals between 0 and 8)),
  add constraint movements_note_check1 check (case
    when state in ('rejected', 'adjusted', 'void') then note is not null
    -- Without terms it may be from before notes existed.
    when state = 'returned' then note is not null or fee is null
    else note is null end),
  add constraint movements_payment_check1 check (case
    when state = 'sent' then payment is not null or fee is null
    else payment is null end),
  add constraint movements_operators_check check (case state
    when 'reviewing' then num_nulls(reviewer_id) = 0
    when 'approved' then num_nulls(reviewer_id, approver_id) = 0
    when 'paying' then num_nulls(reviewer_id, payer_id) = 0
    when 'sent' then num_nulls(reviewer_id, payer_id) = 0 or fee is null
    when 'adjusted' then num_nulls(reviewer_id, approver_id) = 0
    else true end);

-- A withdrawal only goes on, and what was decided stays. One batch may take several steps and writes the last of them,
-- so that a state may be followed by each one that can be reached from it.
create or replace function refuse_change_of_settled() returns trigger
language plpgsql as $$
begin
  if not (case old.state
      when 'locked' then new.state in ('reviewing', 'approved', 'paying', 'sent', 'returned', 'cancelled')
      when 'reviewing' then new.state in ('approved', 'paying', 'sent', 'returned')
      when 'approved' then new.state in ('paying', 'sent', 'returned')
      when 'paying' then new.state in ('sent', 'returned')
      else false end)
    or (new.reference, new.user_id, new.kind, new.amount, new.fee, new.rate, new.currency, new.decimals, new.created_at)
      is distinct from
      (old.reference, old.user_id, old.kind, old.amount, old.fee, old.rate, old.currency, old.decimals, old.created_at)
    or (old.reviewer_id is not null and new.reviewer_id is distinct from old.reviewer_id)
    or (old.approver_id is not null and new.approver_id is distinct from old.approver_id)
    or (old.payer_id is not null and new.payer_id is distinct from old.payer_id)
  then
    raise exception 'movement %: what is settled is never rewritten', old.reference
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- The second operator of an act that needs two.
alter table transfers
  add column second_operator_id bigint,
  add constraint transfers_operators_check check (second_operator_id is null or operator_id is not null) not valid;
