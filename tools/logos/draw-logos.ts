// Writes the logo of every market: node tools/logos/draw-logos.ts
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allLogos } from '#tools/logos/all-logos.ts'

export const logoDirectory = fileURLToPath(new URL('../../web/public/logos/', import.meta.url))

if (import.meta.main) drawLogos(logoDirectory)

/** The directory holds these and nothing else afterwards. */
export function drawLogos(directory: string): void {
  const files = new Map(Object.entries(allLogos).map(([code, picture]) => [`${code}.svg`, picture]))
  mkdirSync(directory, { recursive: true })
  for (const name of readdirSync(directory)) if (!files.has(name)) rmSync(join(directory, name))
  for (const [name, picture] of files) writeFileSync(join(directory, name), picture)
}
