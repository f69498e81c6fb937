import type { Market } from '#core/market/market.ts'

/** Names that market terms may refer to. */
export type KnownNames = {
  readonly categoryIds: ReadonlySet<number>
  readonly hours: ReadonlySet<string>
}

export type MarketField = keyof Market

export type MarketRule = {
  readonly field: MarketField
  readonly must: string
  /** Fields whose rules must have passed first. */
  readonly after?: readonly MarketField[]
  readonly holds: (market: Market, known: KnownNames) => boolean
}

/**
 * Capitals, digits and inner dots. Topics append a candle period such as `.5min`, which contains lower case, so a
 * code can never be mistaken for another code followed by a candle period.
 */
const safeCode = /^(?=.{1,20}$)[A-Z0-9]+(\.[A-Z0-9]+)*$/
const safePath = /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/

/** Limit of price steps × hundredths of a lot × units: within it, the profit of a close is always exact. */
const maxExactProduct = 2n ** 51n
/** Limit of a margin or fee in micro-dollars: sums of them must stay safe integers. */
const maxMicros = 10n ** 15n
const wholeRate = 1_000_000_000

/** Validation rules of a single market. */
export const marketRules: readonly MarketRule[] = [
  { field: 'id', must: 'be a whole number above 0', holds: ({ id }) => isWhole(id, 1, 2 ** 31 - 1) },
  {
    field: 'code',
    must: 'be up to 20 capital letters, digits and dots between them',
    holds: ({ code }) => safeCode.test(code),
  },
  {
    field: 'showCode',
    must: 'not be empty or longer than 60 characters',
    holds: ({ showCode }) => isShown(showCode),
  },
  {
    field: 'names',
    must: 'not be empty or longer than 60 characters in either language',
    holds: ({ names }) => isShown(names.en) && isShown(names.hk),
  },
  {
    field: 'categoryId',
    must: 'be one of the categories',
    holds: ({ categoryId }, { categoryIds }) => categoryIds.has(categoryId),
  },
  { field: 'logo', must: 'be a path from the root', holds: ({ logo }) => safePath.test(logo) },
  {
    field: 'quoteCurrency',
    must: 'be three capital letters',
    holds: ({ quoteCurrency }) => /^[A-Z]{3}$/.test(quoteCurrency),
  },
  {
    field: 'pricePrecision',
    must: 'be a whole number from 0 to 8',
    holds: ({ pricePrecision }) => isWhole(pricePrecision, 0, 8),
  },
  {
    field: 'unitsPerLot',
    must: 'be a whole number from 1 to 1000000000',
    holds: ({ unitsPerLot }) => isWhole(unitsPerLot, 1, 1_000_000_000),
  },
  {
    field: 'lotStep',
    must: 'be a whole number of hundredths above 0',
    holds: ({ lotStep }) => isWhole(lotStep, 1),
  },
  {
    field: 'leastLots',
    must: 'be a multiple of the lot step, at least one',
    after: ['lotStep'],
    holds: ({ leastLots, lotStep }) => isWhole(leastLots, lotStep) && leastLots % lotStep === 0,
  },
  {
    field: 'mostLots',
    must: 'be a multiple of the lot step, not below the minimum lots',
    after: ['lotStep', 'leastLots'],
    holds: ({ mostLots, leastLots, lotStep }) => isWhole(mostLots, leastLots) && mostLots % lotStep === 0,
  },
  {
    field: 'leverages',
    must: 'be whole numbers from 1 to 1000, each above the one before',
    holds: ({ leverages }) =>
      leverages.every((leverage, at) => isWhole(leverage, (leverages[at - 1] ?? 0) + 1, 1000)),
  },
  {
    field: 'marginMode',
    must: 'be fixed or leverage',
    holds: ({ marginMode }) => ['fixed', 'leverage'].includes(marginMode),
  },
  { field: 'feePerLot', must: 'not be below zero', holds: ({ feePerLot }) => isWhole(feePerLot, 0) },
  {
    field: 'feeShare',
    must: 'be between 0 and 100 % of the margin',
    holds: ({ feeShare }) => isWhole(feeShare, 0, wholeRate),
  },
  { field: 'hours', must: 'name a known schedule', holds: ({ hours }, known) => known.hours.has(hours) },
  {
    field: 'jumpLimitPpm',
    must: 'be a whole number from 1 to 500000',
    holds: ({ jumpLimitPpm }) => isWhole(jumpLimitPpm, 1, 500_000),
  },
  {
    field: 'staleAfterMs',
    must: 'be from 5 to 600 seconds',
    holds: ({ staleAfterMs }) => isWhole(staleAfterMs, 5000, 600_000),
  },
  {
    field: 'referencePrice',
    must: 'be a whole number of steps above 0',
    holds: ({ referencePrice }) => isWhole(referencePrice, 1),
  },
  {
    field: 'mostLots',
    must: 'keep price × lots × units within 2^51 at the reference price',
    after: ['mostLots', 'unitsPerLot', 'referencePrice'],
    holds: ({ mostLots, unitsPerLot, referencePrice }) =>
      BigInt(referencePrice) * BigInt(mostLots) * BigInt(unitsPerLot) <= maxExactProduct,
  },
  {
    field: 'mostLots',
    must: 'keep a fixed margin within a billion dollars',
    after: ['mostLots', 'unitsPerLot', 'marginMode'],
    holds: ({ marginMode, mostLots, unitsPerLot }) =>
      marginMode !== 'fixed' || BigInt(mostLots) * BigInt(unitsPerLot) * 10_000n <= maxMicros,
  },
  {
    field: 'feePerLot',
    must: 'keep the fee at maximum lots within a billion dollars',
    after: ['mostLots', 'feePerLot'],
    holds: ({ feePerLot, mostLots }) => BigInt(feePerLot) * BigInt(mostLots) <= maxMicros * 100n,
  },
]

function isWhole(value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}

function isShown(text: string): boolean {
  return text.trim() !== '' && text.length <= 60
}
