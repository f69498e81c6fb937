-- A pending order that is amended is cancelled and placed again under a new id, which names the one it replaces.
alter table orders add column amended_from bigint references orders;

-- What is there already is looked at by the next step, for which no table is locked.
alter table orders drop constraint orders_end_cause_check;
alter table orders add constraint orders_end_cause_check check (end_cause in ('user', 'amended', 'stop_loss',
  'take_profit', 'stop_out', 'demo_reset', 'insufficient_margin', 'notional_limit', 'orders_limit')) not valid;

-- As before, and which order it replaced never changes either.
create or replace function refuse_change_of_decided() returns trigger
language plpgsql as $$
begin
  if old.status in ('cancelled', 'closed')
    or (old.status = 'open' and new.status not in ('open', 'closed'))
    or new.lots > old.lots
    or (old.status = 'open' and new.lots = old.lots and (new.margin, new.fee) is distinct from (old.margin, old.fee))
    or (old.status = 'pending' and new.lots <> old.lots)
    or (old.status = 'pending' and new.status in ('pending', 'cancelled')
      and (new.open_price, new.margin, new.fee) is distinct from (old.open_price, old.margin, old.fee))
    or (old.opened is not null and (new.opened, new.opened_at, new.open_price) is distinct from
      (old.opened, old.opened_at, old.open_price))
    or (new.id, new.user_id, new.market_id, new.side, new.kind, new.leverage, new.placed, new.placed_at,
        new.quote_currency, new.price_precision, new.units_per_lot, new.lot_step, new.least_lots, new.margin_mode,
        new.fee_mode, new.fee_per_lot, new.fee_share, new.asked_price, new.parent_id, new.amended_from)
      is distinct from
      (old.id, old.user_id, old.market_id, old.side, old.kind, old.leverage, old.placed, old.placed_at,
        old.quote_currency, old.price_precision, old.units_per_lot, old.lot_step, old.least_lots, old.margin_mode,
        old.fee_mode, old.fee_per_lot, old.fee_share, old.asked_price, old.parent_id, old.amended_from)
  then
    raise exception 'order %: what was decided is never rewritten', old.id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
