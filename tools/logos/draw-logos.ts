// Writes the logo of every market: node tools/logos/draw-logos.ts
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coins } from '#tools/logos/coins.ts'
import { energies, metals } from '#tools/logos/commodities.ts'
import { currencyPairs } from '#tools/logos/currency-pairs.ts'
import { indices } from '#tools/logos/indices.ts'
import { shares } from '#tools/logos/shares.ts'

/** SVG of every market, by market code. */
const allLogos: Readonly<Record<string, string>> = {
  ...currencyPairs,
  ...metals,
  ...energies,
  ...indices,
  ...coins,
  ...shares,
}

export const logoDirectory = fileURLToPath(new URL('../../web/public/logos/', import.meta.url))

if (import.meta.main) drawLogos(logoDirectory)

/** Writes all logos, and deletes every other file in the directory. */
export function drawLogos(directory: string): void {
  const files = new Map(Object.entries(allLogos).map(([code, picture]) => [`${code}.svg`, picture]))
  mkdirSync(directory, { recursive: true })
  for (const name of readdirSync(directory)) if (!files.has(name)) rmSync(join(directory, name))
  for (const [name, picture] of files) writeFileSync(join(directory, name), picture)
}
