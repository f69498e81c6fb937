import type { Pool } from 'pg'
import type { MarketSet } from '#core/market/check-markets.ts'
import type { Category, Market } from '#core/market/market.ts'
import { lots, micros, price, rate } from '#core/money/amounts.ts'
import { inTransaction } from '#server/storage/storage.ts'

type CategoryRow = {
  readonly id: number
  readonly code: string
  readonly name_en: string
  readonly name_hk: string
}

type MarketRow = {
  readonly id: number
  readonly code: string
  readonly show_code: string
  readonly name_en: string
  readonly name_hk: string
  readonly category_id: number
  readonly logo: string
  readonly quote_currency: string
  readonly price_precision: number
  readonly units_per_lot: number
  readonly lot_step: number
  readonly least_lots: number
  readonly most_lots: number
  readonly leverages: readonly number[]
  readonly margin_mode: Market['marginMode']
  readonly fee_per_lot: number
  readonly fee_share: number
  readonly hours: string
  readonly jump_limit_ppm: number
  readonly stale_after_ms: number
  readonly reference_price: number
}

const categoryColumns = 'id, code, name_en, name_hk'
const marketColumns = `id, code, show_code, name_en, name_hk, category_id, logo, quote_currency, price_precision,
  units_per_lot, lot_step, least_lots, most_lots, leverages, margin_mode, fee_per_lot, fee_share, hours,
  jump_limit_ppm, stale_after_ms, reference_price`

/** Leaves existing rows unchanged, so that terms set by the administrator are kept. */
export async function addMissingMarkets(pool: Pool, { categories, markets }: MarketSet): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into market_categories (${categoryColumns})
       select ${categoryColumns} from jsonb_populate_recordset(null::market_categories, $1::jsonb)
       on conflict do nothing`,
      [JSON.stringify(categories.map(categoryRow))],
    )
    await client.query(
      `insert into markets (${marketColumns})
       select ${marketColumns} from jsonb_populate_recordset(null::markets, $1::jsonb)
       on conflict do nothing`,
      [JSON.stringify(markets.map(marketRow))],
    )
  })
}

export async function readMarkets(pool: Pool): Promise<MarketSet> {
  const categories = await pool.query<CategoryRow>(
    `select ${categoryColumns} from market_categories order by id`,
  )
  const markets = await pool.query<MarketRow>(`select ${marketColumns} from markets order by category_id, id`)
  return { categories: categories.rows.map(categoryOf), markets: markets.rows.map(marketOf) }
}

function categoryRow({ id, code, names }: Category): CategoryRow {
  return { id, code, name_en: names.en, name_hk: names.hk }
}

function categoryOf({ id, code, name_en, name_hk }: CategoryRow): Category {
  return { id, code, names: { en: name_en, hk: name_hk } }
}

function marketRow(market: Market): MarketRow {
  return {
    id: market.id,
    code: market.code,
    show_code: market.showCode,
    name_en: market.names.en,
    name_hk: market.names.hk,
    category_id: market.categoryId,
    logo: market.logo,
    quote_currency: market.quoteCurrency,
    price_precision: market.pricePrecision,
    units_per_lot: market.unitsPerLot,
    lot_step: market.lotStep,
    least_lots: market.leastLots,
    most_lots: market.mostLots,
    leverages: market.leverages,
    margin_mode: market.marginMode,
    fee_per_lot: market.feePerLot,
    fee_share: market.feeShare,
    hours: market.hours,
    jump_limit_ppm: market.jumpLimitPpm,
    stale_after_ms: market.staleAfterMs,
    reference_price: market.referencePrice,
  }
}

function marketOf(row: MarketRow): Market {
  return {
    id: row.id,
    code: row.code,
    showCode: row.show_code,
    names: { en: row.name_en, hk: row.name_hk },
    categoryId: row.category_id,
    logo: row.logo,
    quoteCurrency: row.quote_currency,
    pricePrecision: row.price_precision,
    unitsPerLot: row.units_per_lot,
    lotStep: lots(row.lot_step),
    leastLots: lots(row.least_lots),
    mostLots: lots(row.most_lots),
    leverages: row.leverages,
    marginMode: row.margin_mode,
    feePerLot: micros(row.fee_per_lot),
    feeShare: rate(row.fee_share),
    hours: row.hours,
    jumpLimitPpm: row.jump_limit_ppm,
    staleAfterMs: row.stale_after_ms,
    referencePrice: price(row.reference_price),
  }
}
