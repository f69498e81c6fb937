import type { Market } from '#core/market/market.ts'
import { type CategoryTerms, type MarketSeed, medium, seedMarket } from '#db/seed/markets/seed-market.ts'

const terms: CategoryTerms = {
  category: 'energies',
  lotStep: 1,
  mostLots: 10_000,
  feeSharePpm: 3000,
  jumpLimitPpm: 100_000,
}

const shared = { quoteCurrency: 'USD', precision: 3, leverages: medium, feePerLotCents: 300 } as const

/** Units per lot are barrels of oil, or MMBtu of gas. */
const seeds: readonly MarketSeed[] = [
  {
    ...shared,
    id: 401,
    showCode: 'USOIL',
    en: 'WTI Crude Oil',
    hk: '美國原油 (WTI)',
    unitsPerLot: 1000,
    hours: 'energies',
    referencePrice: 66_000,
  },
  {
    ...shared,
    id: 402,
    showCode: 'UKOIL',
    en: 'Brent Crude Oil',
    hk: '布蘭特原油',
    unitsPerLot: 1000,
    hours: 'brent',
    referencePrice: 70_000,
  },
  {
    ...shared,
    id: 403,
    showCode: 'NGAS',
    en: 'Natural Gas',
    hk: '天然氣',
    unitsPerLot: 10_000,
    hours: 'energies',
    marginMode: 'fixed',
    referencePrice: 3800,
  },
]

export const energies: readonly Market[] = seeds.map((seed) => seedMarket(seed, terms))
