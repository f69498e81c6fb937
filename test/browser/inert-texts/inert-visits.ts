// Visits screens with hostile texts, and asserts that each is shown as text.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { assertInert, hostileText } from '#test/browser/hostile-texts.ts'

/** A screen, or what is done on the last one, with the texts that are visible then. */
export type Visit = {
  readonly path?: string
  readonly act?: (page: Page) => Promise<void>
  /** Fields of answers, such as `identity_check.remark`. */
  readonly shows: readonly string[]
}

/** The fields of one call, such as `fields('wire_info', 'bank_name')`. */
export const fields = (call: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${call}.${name}`)

/** Opens the screens one after another without loading the page again. `shownAs` has texts that are shown otherwise. */
export async function assertInertVisits(
  page: Page,
  visits: readonly Visit[],
  shownAs: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const { path, act, shows } of visits) {
    const place = `${path ?? 'then'}: ${shows.join()}`
    if (path !== undefined) await page.evaluate((to) => history.pushState(null, '', to), path)
    await act?.(page)
    await waitForTexts(
      page,
      shows.map((field) => shownAs[field] ?? hostileText(field)),
      place,
    )
    await assertInert(page, place)
    // Only texts of articles may have links.
    assert.equal(await page.locator('[href*="//foreign.example"]').count(), 0, place)
  }
}

declare global {
  interface Window {
    textsNotShown?: readonly string[]
  }
}

async function waitForTexts(page: Page, texts: readonly string[], place: string): Promise<void> {
  await page.waitForFunction(areShown, texts, { polling: pollMs }).catch(async (failure: unknown) => {
    assert.deepEqual(await page.evaluate(() => window.textsNotShown), [], place)
    throw failure
  })
}

/** Less often than every frame: the search would slow the page down. */
const pollMs = 50

/** Whether each text is visible in one text node or as the value of a field: in the dialog if one is open. */
function areShown(texts: readonly string[]): boolean {
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]')
  const root = dialogs[dialogs.length - 1] ?? document.body
  const isVisible = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true })
  const shown: (string | null | undefined)[] = []
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode() !== null)
    if (isVisible(nodes.currentNode.parentElement)) shown.push(nodes.currentNode.nodeValue)
  for (const field of root.querySelectorAll('input, textarea, select')) {
    if (!isVisible(field)) continue
    if (field instanceof HTMLSelectElement) shown.push(field.selectedOptions[0]?.text)
    else shown.push((field as HTMLInputElement).value)
  }
  window.textsNotShown = texts.filter((text) => !shown.some((each) => each?.includes(text)))
  return window.textsNotShown.length === 0
}

type Excuses = {
  /** Reasons by field. */
  readonly notShown: Readonly<Record<string, string>>
  /** Tests with hostile texts, by call. */
  readonly shownElsewhere: Readonly<Record<string, string>>
  /** Calls that no screen uses yet. */
  readonly unused: readonly string[]
}

/** Fails if a field is shown by no visit and not excused, and for an excuse that is not needed. */
export function assertAllShown(
  texts: ReadonlySet<string>,
  visits: readonly Visit[],
  { notShown, shownElsewhere, unused }: Excuses,
): void {
  const shown = new Set(visits.flatMap(({ shows }) => shows))
  const callOf = (field: string) => field.slice(0, field.indexOf('.'))
  const isExcused = (field: string) =>
    Object.hasOwn(notShown, field) ||
    Object.hasOwn(shownElsewhere, callOf(field)) ||
    unused.includes(callOf(field))
  assert.deepEqual(
    [...texts].filter((field) => !(shown.has(field) || isExcused(field))),
    [],
  )
  const unknown = [...shown, ...Object.keys(notShown)].filter((field) => !texts.has(field))
  assert.deepEqual(unknown, [])
  assert.deepEqual([...shown].filter(isExcused), [])
  for (const file of Object.values(shownElsewhere))
    assert.match(readFileSync(`test/browser/${file}.test.ts`, 'utf8'), /assertInert\(/)
}
