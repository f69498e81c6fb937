-- What a filter leaves of a long past is counted out of an index alone, however wide the rows are. Each of these takes the
-- place of one that held less, so that writing an order or a transfer costs as much as before.
drop index ended_orders;
create index ended_orders on orders (user_id, ended_at desc, id desc) include (market_id, profit)
  where status in ('cancelled', 'closed');

-- The account log: only what went in or out of the balance is ever listed. In the order of time, which no index over
-- everybody's transfers has: the newest of somebody who has long been idle are not looked for among those of all others.
drop index transfers_by_user;
create index cash_changes on transfers (user_id, created_at desc, id desc) include (type)
  where 'cash' in (source, destination);
