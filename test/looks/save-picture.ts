import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { settle } from '#test/browser/ui/settle.ts'
import type { Appearance } from '#test/looks/appearances.ts'

const tallest = 4000

/** If PICTURES names a folder: saves the screen there, with all that its main part scrolls. */
export async function savePicture(
  page: Page,
  name: string,
  { colorScheme, locale }: Appearance,
): Promise<void> {
  const folder = process.env['PICTURES']
  const size = page.viewportSize()
  if (folder === undefined || size === null) return
  const hidden = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('main, [role=dialog] .overflow-y-auto')].map(
        ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
      ),
    ),
  )
  await page.setViewportSize({ ...size, height: Math.min(tallest, size.height + hidden) })
  await settle(page)
  mkdirSync(folder, { recursive: true })
  const file = `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')}.${locale}.${colorScheme}.png`
  await page.screenshot({ path: join(folder, file) })
  await page.setViewportSize(size)
}
