// Queries of currencies, pay_addresses and wire_options.
import type { Pool, PoolClient } from 'pg'
import type { Currency, DepositCurrency, Offered, PayAddress, WireOption } from '#server/funds/funds-types.ts'

const currencyColumns = `c.id, c.code, c.protocol, c.kind, c.address_check as "addressCheck", c.decimals, c.logo,
  c.is_deposit_on as "isDepositOn", c.deposit_rate as "depositRate", c.least_deposit as "leastDeposit",
  c.is_payout_on as "isPayoutOn", c.payout_rate as "payoutRate", c.fee_kind as "feeKind", c.fee_value as "feeValue",
  c.least_payout as "leastPayout", c.most_payout as "mostPayout"`

const wireColumns = `w.id, w.currency_id as "currencyId", w.bank_name as "bankName", w.bank_address as "bankAddress",
  w.bank_swift as "bankSwift", w.payee_name as "payeeName", w.payee_account as "payeeAccount",
  w.bank_remark as "bankRemark", w.is_on as "isOn"`

const addressColumns = `a.id, a.currency_id as "currencyId", a.address, a.is_on as "isOn"`

/** Tables of currencies, addresses and bank accounts are written by operators and short. This bounds an answer. */
const mostRows = 500

export async function readCurrencies(pool: Pool | PoolClient): Promise<readonly Currency[]> {
  const { rows } = await pool.query<Currency>(
    `select ${currencyColumns} from currencies c order by c.kind, c.id limit ${mostRows}`,
  )
  return rows
}

export async function readCurrency(client: Pool | PoolClient, id: number): Promise<Currency | undefined> {
  const { rows } = await client.query<Currency>(
    `select ${currencyColumns} from currencies c where c.id = $1`,
    [id],
  )
  return rows[0]
}

/** Locks the row, so that old and new values of a change are exact. */
export async function lockCurrency(client: PoolClient, id: number): Promise<Currency | undefined> {
  const { rows } = await client.query<Currency>(
    `select ${currencyColumns} from currencies c where c.id = $1 for update`,
    [id],
  )
  return rows[0]
}

/** Without replaced ones. */
export async function readPayAddresses(pool: Pool | PoolClient): Promise<readonly PayAddress[]> {
  const { rows } = await pool.query<PayAddress>(
    `select ${addressColumns} from pay_addresses a where a.replaced_by is null
     order by a.currency_id, a.id limit ${mostRows}`,
  )
  return rows
}

/** Without replaced ones. */
export async function readWireOptions(pool: Pool | PoolClient): Promise<readonly WireOption[]> {
  const { rows } = await pool.query<WireOption>(
    `select ${wireColumns} from wire_options w where w.replaced_by is null
     order by w.currency_id, w.id limit ${mostRows}`,
  )
  return rows
}

// What users can pay to, or could a short time ago. Deposits that are on have a rate, by a check of the table.

type Joined<Option> = { readonly option: Option; readonly currency: DepositCurrency }

const withCurrency = (
  options: string,
  currencies: string,
) => `select to_jsonb(o) as option, to_jsonb(y) as currency
  from (${options}) o join (select ${currencyColumns} from currencies c where ${currencies}) y
    on y.id = o."currencyId"
  order by y.id, o.id limit ${mostRows}`

/** How long what is out of use is listed, and how long the last rate of a currency that is off is used. */
const earlierTime = `interval '30 days'`

const isOffered = 'c.is_deposit_on'
const wasOffered = `c.deposit_rate is not null and (c.is_deposit_on or c.deposits_off_since > now() - ${earlierTime})`

const selectAddresses = `select ${addressColumns} from pay_addresses a`
const selectWires = `select ${wireColumns} from wire_options w`

/** Shown to users now. */
export async function readOfferedAddresses(
  client: Pool | PoolClient,
): Promise<readonly Offered<PayAddress>[]> {
  const { rows } = await client.query<Joined<PayAddress>>(
    withCurrency(`${selectAddresses} where a.is_on`, `${isOffered} and c.kind = 'coin'`),
  )
  return rows
}

const isFiat = `c.kind = 'fiat' and ($1::text is null or c.code = $1)`

/** Shown to users now, of all currencies or of one. */
export async function readOfferedWires(
  client: Pool | PoolClient,
  code?: string,
): Promise<readonly Offered<WireOption>[]> {
  const { rows } = await client.query<Joined<WireOption>>(
    withCurrency(`${selectWires} where w.is_on`, `${isOffered} and ${isFiat}`),
    [code ?? null],
  )
  return rows
}

const wasOn = (option: string) => `(${option}.is_on or ${option}.off_since is not null)`

/** Out of use since a time within `earlierTime`: itself, or its currency. Null counts as never. */
const isEarlier = (option: string) =>
  `join currencies k on k.id = ${option}.currency_id
   where ${wasOn(option)}
     and least(${option}.off_since, k.deposits_off_since) > now() - ${earlierTime}`

/** No longer shown, but users may have paid to them. Without those that were added again. */
export async function readEarlierAddresses(
  client: Pool | PoolClient,
): Promise<readonly Offered<PayAddress>[]> {
  const { rows } = await client.query<Joined<PayAddress>>(
    withCurrency(
      `${selectAddresses} ${isEarlier('a')} and not exists (
         select from pay_addresses n where n.currency_id = a.currency_id and n.address = a.address and n.id > a.id
           and ${wasOn('n')})`,
      `${wasOffered} and c.kind = 'coin'`,
    ),
  )
  return rows
}

/** Like `readEarlierAddresses`, of all currencies or of one. A changed remark does not make it another account. */
export async function readEarlierWires(
  client: Pool | PoolClient,
  code?: string,
): Promise<readonly Offered<WireOption>[]> {
  const { rows } = await client.query<Joined<WireOption>>(
    withCurrency(
      `${selectWires} ${isEarlier('w')} and not exists (
         select from wire_options n where n.currency_id = w.currency_id and n.payee_account = w.payee_account
           and n.bank_swift = w.bank_swift and n.id > w.id and ${wasOn('n')})`,
      `${wasOffered} and ${isFiat}`,
    ),
    [code ?? null],
  )
  return rows
}

/** Whether it is on or not: a user may have paid before it was switched off or replaced. */
export async function readPaidAddress(
  client: PoolClient,
  id: number,
): Promise<Offered<PayAddress> | undefined> {
  const { rows } = await client.query<Joined<PayAddress>>(
    withCurrency(`${selectAddresses} where a.id = $1`, `${wasOffered} and c.kind = 'coin'`),
    [id],
  )
  return rows[0]
}

/** Like `readPaidAddress`. */
export async function readPaidWire(client: PoolClient, id: number): Promise<Offered<WireOption> | undefined> {
  const { rows } = await client.query<Joined<WireOption>>(
    withCurrency(`${selectWires} where w.id = $1`, `${wasOffered} and c.kind = 'fiat'`),
    [id],
  )
  return rows[0]
}

// Changes by operators.

export type NewCurrency = Omit<Currency, 'id'>

function currencyValues(currency: NewCurrency): unknown[] {
  return [
    currency.code,
    currency.protocol,
    currency.kind,
    currency.addressCheck,
    currency.decimals,
    currency.logo,
    currency.isDepositOn,
    currency.depositRate,
    currency.leastDeposit,
    currency.isPayoutOn,
    currency.payoutRate,
    currency.feeKind,
    currency.feeValue,
    currency.leastPayout,
    currency.mostPayout,
  ]
}

/** Undefined if code and network are taken. */
export async function insertCurrency(client: PoolClient, currency: NewCurrency): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `insert into currencies (code, protocol, kind, address_check, decimals, logo, is_deposit_on, deposit_rate,
       least_deposit, is_payout_on, payout_rate, fee_kind, fee_value, least_payout, most_payout)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (code, protocol) do nothing returning id`,
    currencyValues(currency),
  )
  return rows[0]?.id
}

/** Code, network, kind, address check and decimals of a currency never change: records and methods refer to them. */
export async function updateCurrency(client: PoolClient, currency: Currency): Promise<void> {
  await client.query(
    `update currencies set logo = $2, is_deposit_on = $3, deposit_rate = $4, least_deposit = $5, is_payout_on = $6,
       payout_rate = $7, fee_kind = $8, fee_value = $9, least_payout = $10, most_payout = $11,
       deposits_off_since = case when $3 then null when is_deposit_on then now() else deposits_off_since end
     where id = $1`,
    [currency.id, ...currencyValues(currency).slice(5)],
  )
}

/** Undefined if it was replaced. */
export async function lockPayAddress(client: PoolClient, id: number): Promise<PayAddress | undefined> {
  const { rows } = await client.query<PayAddress>(
    `${selectAddresses} where a.id = $1 and a.replaced_by is null for update`,
    [id],
  )
  return rows[0]
}

export async function isAddressTaken(
  client: PoolClient,
  { currencyId, address }: Pick<PayAddress, 'currencyId' | 'address'>,
  exceptId: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select 1 from pay_addresses where currency_id = $1 and address = $2 and id <> $3 and replaced_by is null',
    [currencyId, address, exceptId],
  )
  return rowCount !== 0
}

export async function insertPayAddress(
  client: PoolClient,
  { currencyId, address, isOn }: Omit<PayAddress, 'id'>,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into pay_addresses (currency_id, address, is_on) values ($1, $2, $3) returning id',
    [currencyId, address, isOn],
  )
  return insertedId(rows)
}

type OptionTable = 'pay_addresses' | 'wire_options'

export async function switchOption(
  client: PoolClient,
  table: OptionTable,
  { id, isOn }: Pick<PayAddress, 'id' | 'isOn'>,
): Promise<void> {
  await client.query(
    `update ${table} set is_on = $2, off_since = case when $2 then null when is_on then now() else off_since end
     where id = $1`,
    [id, isOn],
  )
}

/** Switches it off for good. */
export async function replaceOption(
  client: PoolClient,
  table: OptionTable,
  { id, by }: { readonly id: number; readonly by: number },
): Promise<void> {
  await client.query(
    `update ${table} set is_on = false, off_since = case when is_on then now() else off_since end, replaced_by = $2
     where id = $1`,
    [id, by],
  )
}

/** Undefined if it was replaced. */
export async function lockWireOption(client: PoolClient, id: number): Promise<WireOption | undefined> {
  const { rows } = await client.query<WireOption>(
    `${selectWires} where w.id = $1 and w.replaced_by is null for update`,
    [id],
  )
  return rows[0]
}

export async function insertWireOption(client: PoolClient, wire: Omit<WireOption, 'id'>): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into wire_options
       (currency_id, bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark, is_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      wire.currencyId,
      wire.bankName,
      wire.bankAddress,
      wire.bankSwift,
      wire.payeeName,
      wire.payeeAccount,
      wire.bankRemark,
      wire.isOn,
    ],
  )
  return insertedId(rows)
}

function insertedId(rows: readonly { readonly id: number }[]): number {
  const [row] = rows
  if (row === undefined) throw new Error('the insert returned no id')
  return row.id
}
