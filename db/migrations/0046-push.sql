-- Web Push: browsers that have subscribed, what users chose for pushes, and the queue of pushes.

-- The key pair that identifies this installation to push services (VAPID). Browsers bind their subscriptions to it.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  -- Uncompressed point of P-256, base64url.
  public_key text not null check (length(public_key) = 87),
  -- Encrypted with a key that is not in the database.
  private_key bytea not null,
  created_at timestamptz not null
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Pushes are sent while this session lives.
  session_id bigint not null references sessions on delete cascade,
  -- With the keys, the address is enough to send to the browser. Never logged.
  endpoint text not null unique check (length(endpoint) <= 1024 and endpoint ~ '^https?://'),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  -- The entry of PUSH_SERVICES that allowed the address.
  service text not null check (length(service) between 1 and 300),
  language text not null check (language ~ '^[a-z]{2,3}$'),
  -- When the browser last subscribed.
  subscribed_at timestamptz not null
);

create index push_subscriptions_by_user on push_subscriptions (user_id, subscribed_at);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- A user without a row has the defaults: no details, no quiet hours.
create table push_preferences (
  user_id bigint primary key references users,
  details boolean not null default false,
  -- Minutes of the day in the zone. Equal ends mean no quiet hours.
  quiet_from integer not null check (quiet_from between 0 and 1439),
  quiet_to integer not null check (quiet_to between 0 and 1439),
  zone text not null check (length(zone) between 1 and 64)
);

-- One row for each notice and subscription, written in the transaction of the notice.
create table push_deliveries (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  -- That of the subscription. Each service has a share of the sending.
  service text not null,
  kind text not null check (kind ~ '^[a-z][a-z_]{0,62}$'),
  content jsonb not null check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 65536),
  tag text not null check (length(tag) between 1 and 128),
  -- Of margin 0, of orders and prices 1, of anything else 2. Lower ones are sent first.
  priority smallint not null check (priority between 0 and 2),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- While a process tries to send it: when its claim expires.
  next_try_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'quiet', 'expired', 'failed')),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null)),
  check (expires_at > created_at)
);

create index push_deliveries_due on push_deliveries (service, priority, next_try_at, id) where state = 'waiting';
create index push_deliveries_by_subscription on push_deliveries (subscription_id, state);
create index ended_push_deliveries on push_deliveries (ended_at) where state <> 'waiting';

grant select, insert on push_keys to openlot_app;
grant select, insert, delete on push_subscriptions to openlot_app;
grant update (session_id, p256dh, auth, service, language, subscribed_at) on push_subscriptions to openlot_app;
grant select, insert, update on push_preferences to openlot_app;
grant select, insert, delete on push_deliveries to openlot_app;
grant update (next_try_at, tries, state, ended_at) on push_deliveries to openlot_app;
