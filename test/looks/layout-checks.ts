import type { Page } from 'playwright-core'
import { settle } from '#test/browser/ui/settle.ts'

/** Elements that overflow the screen at either side, except in horizontally scrolling rows and in `except`. */
export async function overflowingElements(page: Page, except = '.sr-only'): Promise<readonly string[]> {
  return await page.evaluate((exempt) => {
    const isExempt = (element: Element) => element.closest(`.overflow-x-auto, .sr-only, ${exempt}`) !== null
    const sticksOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < -0.5 || right > innerWidth + 0.5)
    }
    const scrolls = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1
    return [document.documentElement, ...document.body.querySelectorAll('*')]
      .filter(
        (element) => !isExempt(element) && (sticksOut(element) || (isPane(element) && scrolls(element))),
      )
      .map((element) => element.outerHTML.slice(0, 200))

    /** True for a container that clips its content and may hide an overflow. */
    function isPane(element: Element): boolean {
      const isPage = element === document.documentElement
      const holdsExempt = element.querySelector(exempt) !== null && exempt !== '.sr-only'
      return isPage || (element.matches('main, [role=dialog] .overflow-y-auto') && !holdsExempt)
    }
  }, except)
}

/** More than a chart needs to adapt to another size. Until then its canvases overflow. */
const maxFrames = 30

/** The faults that remain after a change of size. */
export async function faultsAfterResize(
  page: Page,
  find: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (let frame = 0; ; frame += 1) {
    await settle(page)
    const faults = await find()
    if (faults.length === 0 || frame === maxFrames) return faults
  }
}

/**
 * Controls with a touch target below 44 px, including the area of ::before and ::after. Links within the text of an
 * article are as high as their line.
 */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const grown = (element: Element, ...sides: ('top' | 'bottom' | 'left' | 'right')[]) =>
      ['::before', '::after']
        .map((part) => getComputedStyle(element, part))
        .filter(({ content, position }) => content !== 'none' && position === 'absolute')
        .flatMap((style) => sides.map((side) => Math.max(0, -Number.parseFloat(style[side]) || 0)))
        .reduce((sum, px) => sum + px, 0)
    return [...document.querySelectorAll('a[href], button, input, select, textarea, label:has(input)')]
      .filter((element) => element.checkVisibility() && !element.classList.contains('sr-only'))
      .filter((element) => element.closest('.article') === null)
      .flatMap((element) => {
        const box = element.getBoundingClientRect()
        const width = box.width + grown(element, 'left', 'right')
        const height = box.height + grown(element, 'top', 'bottom')
        if (width > 43.9 && height > 43.9) return []
        return [`${width.toFixed(1)} x ${height.toFixed(1)}: ${element.outerHTML.slice(0, 200)}`]
      })
  })
}

/** Buttons and links that are narrower than their text. */
export async function tightControls(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href]')]
      // An inline link has no width.
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 200)),
  )
}

/** Truncated texts, except in horizontally scrolling rows, whose content has arbitrary length. */
export async function truncatedTexts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const hides = textOverflow === 'ellipsis' || overflowX === 'hidden' || overflowX === 'clip'
      return hides && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
    }
    return [...document.body.querySelectorAll('*')]
      .filter(
        (element) => element.checkVisibility() && element.closest('.sr-only, .overflow-x-auto') === null,
      )
      .filter((element) => !element.matches('main, [data-screen], [role=application] *') && isCut(element))
      .map((element) => element.outerHTML.slice(0, 200))
  })
}
