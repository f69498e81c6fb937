// Toasts disappear after a few seconds, and a slow machine may look too late. So every phone records what it shows.
import type { BrowserContext, Page } from 'playwright-core'

type ShownToast = { readonly text: string; isAwaited: boolean }

declare global {
  interface Window {
    shownToasts?: ShownToast[]
  }
}

/** Call it before the first page of the context opens. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: ShownToast[] = []
    window.shownToasts = shown
    // The message without the labels of the buttons beside it.
    const messageOf = (toast: Element) =>
      [...toast.children]
        .filter((part) => part.tagName !== 'BUTTON')
        .map(({ textContent }) => textContent ?? '')
        .join('')
        .replaceAll(/\s+/g, ' ')
    const record = (node: Node) => {
      if (!(node instanceof Element)) return
      const toasts = node.matches('.toast') ? [node] : node.querySelectorAll('.toast')
      for (const toast of toasts) shown.push({ text: messageOf(toast), isAwaited: false })
    }
    new MutationObserver((mutations) => {
      for (const { addedNodes } of mutations) for (const node of addedNodes) record(node)
    }).observe(document, { childList: true, subtree: true })
  })
}

/** The texts of all toasts since the page was loaded, including those that have disappeared. */
export const shownToasts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => window.shownToasts?.map(({ text }) => text) ?? [])

/** Waits for a toast with this message, which may already have disappeared. A second wait needs a second toast. */
export async function waitForToast(
  page: Page,
  text: string,
  { exact = true }: { readonly exact?: boolean } = {},
): Promise<void> {
  const found = page.waitForFunction(
    ([wanted, isExact]) => {
      const isWanted = (shown: string) => (isExact ? shown === wanted : shown.includes(wanted))
      const found = window.shownToasts?.find((shown) => !shown.isAwaited && isWanted(shown.text))
      if (found !== undefined) found.isAwaited = true
      return found !== undefined
    },
    [text.replaceAll(/\s+/g, ' '), exact] as const,
  )
  await found.catch(async (cause: unknown) => {
    const shown = await shownToasts(page).catch(() => ['unknown: the page is gone'])
    throw new Error(`no toast "${text}", only ${JSON.stringify(shown)}`, { cause })
  })
}

/** Waits until the page shows this text, or has shown it in a toast. */
export async function waitForTextOrToast(page: Page, text: string): Promise<void> {
  await Promise.any([page.getByText(text).first().waitFor(), waitForToast(page, text, { exact: false })])
}
