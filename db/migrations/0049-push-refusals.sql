-- A subscription whose push service refuses everything is deleted after a while.

alter table push_subscriptions
  -- Refusals in a row, and when the first was.
  add column refusals integer not null default 0 check (refusals >= 0),
  add column refused_since timestamptz,
  add check ((refusals = 0) = (refused_since is null));

grant update (refusals, refused_since) on push_subscriptions to openlot_app;
