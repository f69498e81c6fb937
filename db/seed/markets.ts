import type { Market } from '#core/market/market.ts'
import { crypto } from '#db/seed/markets/crypto.ts'
import { energies } from '#db/seed/markets/energies.ts'
import { forexCrosses, forexMajors } from '#db/seed/markets/forex.ts'
import { indices } from '#db/seed/markets/indices.ts'
import { metals } from '#db/seed/markets/metals.ts'
import { shares } from '#db/seed/markets/shares.ts'

/**
 * The markets of a new database. Ids are never reused, even after a market is removed. The hundreds digit of an id is
 * the id of its category.
 */
export const markets: readonly Market[] = [
  ...forexMajors,
  ...forexCrosses,
  ...metals,
  ...energies,
  ...indices,
  ...crypto,
  ...shares,
]
