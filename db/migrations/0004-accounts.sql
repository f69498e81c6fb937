-- Where people can say they are from. Ids are ours and stay; the order is the one they are shown in.
create table areas (
  id integer primary key,
  country text not null unique check (country ~ '^[A-Z]{2}$'),
  dialling_code text not null check (dialling_code ~ '^[1-9][0-9]{0,6}$'),
  keeps_zero boolean not null,
  is_supported boolean not null,
  position integer not null
);

-- A real account has a password and an address or a number; a demo account has nothing but its key. No balance
-- stands here: money is the ledger's.
create table users (
  id bigint generated always as identity (start with 10001) primary key,
  uid text not null unique check (uid ~ '^[1-9][0-9]{7}$'),
  is_demo boolean not null,
  email text unique check (length(email) <= 254 and email = lower(email)),
  area_id integer references areas,
  mobile text check (mobile ~ '^[0-9]{5,14}$'),
  -- Dialling code and number in digits: what somebody logs in with.
  mobile_full text unique check (mobile_full ~ '^[0-9]{6,15}$'),
  password_hash text,
  demo_key bytea unique check (length(demo_key) = 32),
  invite_code text unique check (invite_code ~ '^[2-9A-Z]{8}$'),
  invited_by bigint references users,
  created_at timestamptz not null,
  check ((mobile is null) = (mobile_full is null) and (mobile is null) = (area_id is null)),
  check (
    case when is_demo
      then demo_key is not null and password_hash is null and email is null and mobile is null
        and invite_code is null and invited_by is null
      else demo_key is null and password_hash is not null and invite_code is not null
        and (email is not null or mobile is not null)
    end
  )
);

create index users_by_inviter on users (invited_by, id desc) where invited_by is not null;

-- Only the hash of a token is kept: whoever reads this table can log in as nobody.
create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  token_hash bytea not null unique check (length(token_hash) = 32),
  address text not null check (length(address) <= 64),
  device text not null check (length(device) <= 256),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);

create index live_sessions_by_user on sessions (user_id, last_seen_at desc) where ended_at is null;
create index live_sessions_by_expiry on sessions (expires_at) where ended_at is null;
create index ended_sessions on sessions (ended_at) where ended_at is not null;

-- When and from where somebody logged in, or tried to.
create table logins (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  succeeded boolean not null,
  address text not null check (length(address) <= 64),
  device text not null check (length(device) <= 256),
  created_at timestamptz not null
);

create index logins_by_user on logins (user_id, id desc);
create index logins_by_time on logins (created_at);

-- How often in a row something went wrong for an account or an address, and until when it has to wait. The key is
-- a hash: what people typed as their account is not kept.
create table login_failures (
  key bytea primary key check (length(key) = 32),
  failures integer not null check (failures >= 0),
  last_at timestamptz not null,
  blocked_until timestamptz not null
);

create index login_failures_by_time on login_failures (last_at);

grant select, insert, update on areas to openlot_app;
grant select, insert, update on users to openlot_app;
grant select, insert, update, delete on sessions to openlot_app;
grant select, insert, delete on logins to openlot_app;
grant select, insert, update, delete on login_failures to openlot_app;
