import type { Page } from 'playwright-core'

/**
 * Presses a key in the open dialog or sheet, once it has the focus. It gets the focus in a frame after the one in which
 * it becomes visible; a key pressed between the two would go to the page behind it.
 */
export async function pressInOverlay(page: Page, key: 'Enter' | 'Escape'): Promise<void> {
  await waitForOverlayFocus(page)
  await page.keyboard.press(key)
}

/** Waits until the open dialog or sheet has the focus. */
export async function waitForOverlayFocus(page: Page): Promise<void> {
  await page.locator(':is([role=alertdialog], [role=dialog], dialog[open]):focus-within').last().waitFor()
}
