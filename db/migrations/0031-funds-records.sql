-- Money in and out as users and operators see it. The money itself is in `movements`, which only the engine writes, under
-- the references deposit:<id> and withdrawal:<id>.

-- Amounts in a currency count its smallest decimal, amounts in US dollars are micro-dollars, rates and shares billionths.
create table currencies (
  id bigint generated always as identity primary key,
  code text not null check (code ~ '^[A-Z][A-Z0-9]{1,15}$'),
  -- Network of a coin, such as TRC20; empty for a fiat currency.
  protocol text not null check (protocol ~ '^[A-Za-z0-9 ._-]{0,32}$'),
  kind text not null check (kind in ('coin', 'fiat')),
  -- How addresses of a coin are checked.
  address_check text not null check (address_check in ('bitcoin', 'ethereum', 'tron', 'none')),
  decimals smallint not null check (decimals between 0 and 8),
  logo text not null default '' check (length(logo) <= 500),
  is_deposit_on boolean not null default false,
  -- US dollars per unit.
  deposit_rate exact check (deposit_rate > 0),
  least_deposit exact not null default 1 check (least_deposit > 0),
  is_payout_on boolean not null default false,
  -- Units per US dollar.
  payout_rate exact check (payout_rate > 0),
  fee_kind text not null default 'fixed' check (fee_kind in ('fixed', 'share')),
  -- Micro-dollars of a fixed fee, billionths of a share.
  fee_value exact not null default 0 check (fee_value >= 0),
  least_payout exact not null default 10000000 check (least_payout > 0),
  most_payout exact not null default 100000000000 check (most_payout <= 1000000000000000),
  unique (code, protocol),
  check ((kind = 'fiat') = (protocol = '')),
  check (kind = 'coin' or address_check = 'none'),
  check (not is_deposit_on or deposit_rate is not null),
  check (not is_payout_on or payout_rate is not null),
  check (fee_value <= case fee_kind when 'fixed' then 1000000000000000 else 1000000000 end),
  check (least_payout <= most_payout)
);

-- A fresh installation has these, switched off and without rates, addresses and bank accounts.
insert into currencies (code, protocol, kind, address_check, decimals) values
  ('USDT', 'TRC20', 'coin', 'tron', 6),
  ('USDT', 'ERC20', 'coin', 'ethereum', 6),
  ('BTC', 'Bitcoin', 'coin', 'bitcoin', 8),
  ('ETH', 'Ethereum', 'coin', 'ethereum', 8),
  ('USD', '', 'fiat', 'none', 2),
  ('EUR', '', 'fiat', 'none', 2),
  ('GBP', '', 'fiat', 'none', 2),
  ('HKD', '', 'fiat', 'none', 2),
  ('JPY', '', 'fiat', 'none', 0);

-- Where users send coins.
create table pay_addresses (
  id bigint generated always as identity primary key,
  currency_id bigint not null references currencies,
  address text not null check (length(address) between 1 and 200),
  is_on boolean not null,
  unique (currency_id, address)
);

-- Bank accounts that users send money to.
create table wire_options (
  id bigint generated always as identity primary key,
  currency_id bigint not null references currencies,
  bank_name text not null check (length(bank_name) between 1 and 100),
  bank_address text not null check (length(bank_address) <= 200),
  bank_swift text not null check (length(bank_swift) <= 16),
  payee_name text not null check (length(payee_name) between 1 and 100),
  payee_account text not null check (length(payee_account) between 1 and 64),
  bank_remark text not null check (length(bank_remark) <= 200),
  is_on boolean not null
);

create index wire_options_by_currency on wire_options (currency_id, id);

-- Where a user wants to be paid. Only its deletion is ever added.
create table payout_methods (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  key text not null check (length(key) between 1 and 128),
  fingerprint text not null check (length(fingerprint) = 64),
  currency_id bigint not null references currencies,
  -- Empty for a bank account.
  address text not null check (length(address) <= 200),
  bank_name text not null check (length(bank_name) <= 100),
  bank_branch text not null check (length(bank_branch) <= 100),
  payee_name text not null check (length(payee_name) <= 100),
  payee_account text not null check (length(payee_account) <= 64),
  bank_address text not null check (length(bank_address) <= 200),
  bank_swift text not null check (length(bank_swift) <= 16),
  bank_remark text not null check (length(bank_remark) <= 200),
  -- Normalised: equal for two spellings of the same address or account.
  destination text not null check (length(destination) between 1 and 300),
  created_at timestamptz not null,
  usable_at timestamptz not null,
  deleted_at timestamptz,
  unique (user_id, key),
  check ((address = '') <> (payee_account = '')),
  check (usable_at >= created_at)
);

create unique index active_payout_methods on payout_methods (user_id, currency_id, destination)
  where deleted_at is null;
create index payout_methods_by_destination on payout_methods (destination);

create function refuse_change_of_payout_method() returns trigger
language plpgsql as $$
begin
  if old.deleted_at is not null or new.deleted_at is null
    or to_jsonb(new) - 'deleted_at' is distinct from to_jsonb(old) - 'deleted_at'
  then
    raise exception 'payout method %: it can only be deleted, once', old.id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger deleted_once before update on payout_methods
  for each row execute function refuse_change_of_payout_method();
create trigger never_deleted before delete or truncate on payout_methods
  for each statement execute function refuse_change_of_past();

-- What a user reported, and all terms they saw.
create table deposits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  key text not null check (length(key) between 1 and 128),
  fingerprint text not null check (length(fingerprint) = 64),
  kind text not null check (kind in ('coin', 'bank')),
  currency_id bigint not null references currencies,
  currency_code text not null,
  protocol text not null,
  decimals smallint not null check (decimals between 0 and 8),
  amount exact not null check (amount > 0),
  rate exact not null check (rate > 0),
  credited exact not null check (credited between 1 and 1000000000000000),
  -- The pay address, or the wire option with all its fields.
  address text not null check (length(address) <= 200),
  wire_option jsonb,
  voucher text not null unique references uploads,
  created_at timestamptz not null,
  unique (user_id, key),
  check ((kind = 'coin') = (address <> '') and (kind = 'bank') = (wire_option is not null))
);

create index deposits_by_user on deposits (user_id, kind, id desc);

-- What a user asked for, and all terms they saw. The payout method may be deleted later, so its fields are copied.
create table withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  key text not null check (length(key) between 1 and 128),
  fingerprint text not null check (length(fingerprint) = 64),
  method_id bigint not null references payout_methods,
  kind text not null check (kind in ('coin', 'bank')),
  currency_id bigint not null references currencies,
  currency_code text not null,
  protocol text not null,
  decimals smallint not null check (decimals between 0 and 8),
  amount exact not null check (amount between 1 and 1000000000000000),
  fee exact not null check (fee >= 0),
  rate exact not null check (rate > 0),
  payout exact not null check (payout > 0),
  address text not null check (length(address) <= 200),
  bank_name text not null,
  bank_branch text not null,
  payee_name text not null,
  payee_account text not null,
  bank_address text not null,
  bank_swift text not null,
  bank_remark text not null,
  memo text not null check (length(memo) <= 200),
  created_at timestamptz not null,
  unique (user_id, key),
  check (fee < amount),
  check ((kind = 'coin') = (address <> '') and (kind = 'bank') = (payee_account <> ''))
);

create index withdrawals_by_user on withdrawals (user_id, kind, id desc);
create index withdrawals_by_time on withdrawals (created_at, id);
create index withdrawals_by_method on withdrawals (method_id);

create trigger append_only before update or delete or truncate on deposits
  for each statement execute function refuse_change_of_past();
create trigger append_only before update or delete or truncate on withdrawals
  for each statement execute function refuse_change_of_past();
create trigger never_deleted before delete or truncate on currencies
  for each statement execute function refuse_change_of_past();

grant select, insert, update on currencies, pay_addresses, wire_options to openlot_app;
grant select, insert, update (deleted_at) on payout_methods to openlot_app;
grant select, insert on deposits, withdrawals to openlot_app;
