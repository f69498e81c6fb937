import { coins } from '#tools/logos/families/coins.ts'
import { currencyPairs } from '#tools/logos/families/currency-pairs.ts'
import { energies } from '#tools/logos/families/energies.ts'
import { indices } from '#tools/logos/families/indices.ts'
import { metals } from '#tools/logos/families/metals.ts'
import { shares } from '#tools/logos/families/shares.ts'

/** The picture of every market, by its code. */
export const allLogos: Readonly<Record<string, string>> = {
  ...currencyPairs,
  ...metals,
  ...energies,
  ...indices,
  ...coins,
  ...shares,
}
