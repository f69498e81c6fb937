-- The demo id of an account that was never traded on and not used for 30 days is revoked. Its row stays without a key, so
-- the id opens a new account.
alter table users
  add demo_revoked_at timestamptz,
  -- Last use that was found when the account was last examined; until then the time of creation counts. Infinity once
  -- the user has traded: such an account is kept for good and not examined again.
  add demo_used_at timestamptz;

alter table users drop constraint users_check1;
alter table users add constraint users_real_or_demo check (
  case when is_demo
    then (demo_key is null) = (demo_revoked_at is not null)
      and password_hash is null and email is null and mobile is null and invite_code is null and invited_by is null
    else demo_key is null and demo_revoked_at is null and demo_used_at is null
      and password_hash is not null and invite_code is not null and (email is not null or mobile is not null)
  end
);

-- Finds the accounts that are due, and holds neither revoked ones nor real users.
create index demo_ids_by_use on users (coalesce(demo_used_at, created_at)) where demo_key is not null;
-- Last use of a user who has logged out. Sessions that have not ended are in live_sessions_by_user.
create index ended_sessions_by_user on sessions (user_id, last_seen_at desc) where ended_at is not null;

-- Nothing else of a user ever changes.
revoke update on users from openlot_app;
grant update (password_hash, demo_key, demo_revoked_at, demo_used_at) on users to openlot_app;
