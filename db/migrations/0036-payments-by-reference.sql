-- Finds other withdrawals that were paid with the same transaction id or bank reference.
create index movements_by_payment on movements (lower(payment)) where payment is not null;
