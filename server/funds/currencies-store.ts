// Queries of currencies, pay_addresses and wire_options.
import type { Pool, PoolClient } from 'pg'
import type {
  Currency,
  DepositCurrency,
  Offered,
  PayAddress,
  WireFields,
  WireOption,
} from '#server/funds/funds-types.ts'

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

export async function readPayAddresses(pool: Pool | PoolClient): Promise<readonly PayAddress[]> {
  const { rows } = await pool.query<PayAddress>(
    `select ${addressColumns} from pay_addresses a order by a.currency_id, a.id limit ${mostRows}`,
  )
  return rows
}

export async function readWireOptions(pool: Pool | PoolClient): Promise<readonly WireOption[]> {
  const { rows } = await pool.query<WireOption>(
    `select ${wireColumns} from wire_options w order by w.currency_id, w.id limit ${mostRows}`,
  )
  return rows
}

// What users can pay to now. Deposits that are on have a rate, by a check of the table.

type Joined<Option> = { readonly option: Option; readonly currency: DepositCurrency }

/** Of all currencies, or one address. */
export async function readOfferedAddresses(
  client: Pool | PoolClient,
  id?: number,
): Promise<readonly Offered<PayAddress>[]> {
  const { rows } = await client.query<Joined<PayAddress>>(
    `select to_jsonb(o) as option, to_jsonb(y) as currency
     from (select ${addressColumns} from pay_addresses a where a.is_on and ($1::bigint is null or a.id = $1)) o
       join (select ${currencyColumns} from currencies c where c.is_deposit_on and c.kind = 'coin') y
         on y.id = o."currencyId"
     order by y.id, o.id limit ${mostRows}`,
    [id ?? null],
  )
  return rows
}

/** Of all currencies, of one currency code, or one bank account. */
export async function readOfferedWires(
  client: Pool | PoolClient,
  { id, code }: { readonly id?: number; readonly code?: string } = {},
): Promise<readonly Offered<WireOption>[]> {
  const { rows } = await client.query<Joined<WireOption>>(
    `select to_jsonb(o) as option, to_jsonb(y) as currency
     from (select ${wireColumns} from wire_options w where w.is_on and ($1::bigint is null or w.id = $1)) o
       join (select ${currencyColumns} from currencies c
             where c.is_deposit_on and c.kind = 'fiat' and ($2::text is null or c.code = $2)) y
         on y.id = o."currencyId"
     order by y.id, o.id limit ${mostRows}`,
    [id ?? null, code ?? null],
  )
  return rows
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
       payout_rate = $7, fee_kind = $8, fee_value = $9, least_payout = $10, most_payout = $11
     where id = $1`,
    [currency.id, ...currencyValues(currency).slice(5)],
  )
}

export async function lockPayAddress(client: PoolClient, id: number): Promise<PayAddress | undefined> {
  const { rows } = await client.query<PayAddress>(
    `select ${addressColumns} from pay_addresses a where a.id = $1 for update`,
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
    'select 1 from pay_addresses where currency_id = $1 and address = $2 and id <> $3',
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

export async function updatePayAddress(client: PoolClient, { id, address, isOn }: PayAddress): Promise<void> {
  await client.query('update pay_addresses set address = $2, is_on = $3 where id = $1', [id, address, isOn])
}

export async function lockWireOption(client: PoolClient, id: number): Promise<WireOption | undefined> {
  const { rows } = await client.query<WireOption>(
    `select ${wireColumns} from wire_options w where w.id = $1 for update`,
    [id],
  )
  return rows[0]
}

function wireValues(wire: WireFields & Pick<WireOption, 'isOn'>): unknown[] {
  const { bankName, bankAddress, bankSwift, payeeName, payeeAccount, bankRemark, isOn } = wire
  return [bankName, bankAddress, bankSwift, payeeName, payeeAccount, bankRemark, isOn]
}

export async function insertWireOption(client: PoolClient, wire: Omit<WireOption, 'id'>): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into wire_options
       (currency_id, bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark, is_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [wire.currencyId, ...wireValues(wire)],
  )
  return insertedId(rows)
}

export async function updateWireOption(client: PoolClient, wire: WireOption): Promise<void> {
  await client.query(
    `update wire_options set bank_name = $2, bank_address = $3, bank_swift = $4, payee_name = $5, payee_account = $6,
       bank_remark = $7, is_on = $8
     where id = $1`,
    [wire.id, ...wireValues(wire)],
  )
}

function insertedId(rows: readonly { readonly id: number }[]): number {
  const [row] = rows
  if (row === undefined) throw new Error('the insert returned no id')
  return row.id
}
