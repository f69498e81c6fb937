import type { Locator, Page } from 'playwright-core'
import { settle } from '#test/browser/ui/settle.ts'

/** Opens a sheet, a drawer or a dialog by the name of its button, and waits for its animation. */
export async function openOverlay(page: Page, name: string): Promise<Locator> {
  await page.locator('[data-part="Over the screen"]').getByRole('button', { name, exact: true }).tap()
  const over = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await over.waitFor()
  await settle(page)
  return over
}
