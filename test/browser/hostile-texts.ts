// Texts that try to run code, load foreign content or change the page, for every field a person can write.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** Set by a hostile text that was run. */
    wasInjected?: true
  }
}

/** Short ones, for names and titles. */
export const hostileNames: readonly string[] = [
  '<script>window.wasInjected=true</script>',
  '<img src=x onerror="window.wasInjected=true">',
  '"><svg onload=window.wasInjected=true>',
  '[a](javascript:window.wasInjected=true)',
]

/** For texts that are rendered from Markdown, and for any longer text. */
export const hostileMarkdown = [
  ...hostileNames,
  '<style>body{display:none}</style>',
  '<link rel="stylesheet" href="https://foreign.example/a.css">',
  '<base href="https://foreign.example/">',
  '<meta http-equiv="refresh" content="0;url=https://foreign.example/">',
  '<iframe src="https://foreign.example/"></iframe>',
  '<form action="https://foreign.example/"><input name="password"></form>',
  '<p style="position:fixed;inset:0" onclick="window.wasInjected=true">cover</p>',
  '![picture](https://foreign.example/track.png)',
  '![picture](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)',
  '![picture](x" onerror="window.wasInjected=true)',
  '[link](JaVaScRiPt:window.wasInjected=true)',
  '[link](data:text/html,<script>window.wasInjected=true</script>)',
  '[link](vbscript:x)',
  '[link](https://foreign.example/ "title\\" onmouseover=\\"window.wasInjected=true")',
  '<javascript:window.wasInjected=true>',
  '[reference]: javascript:window.wasInjected=true',
  '[reference]',
  '`<script>window.wasInjected=true</script>`',
  '```html"><script>window.wasInjected=true</script>\n<b>code</b>\n```',
].join('\n\n')

/** Attacks as an address, as HTML and as Markdown, and names its field. One line, so that it fits an input. */
export function hostileText(field: string): string {
  const code = 'window.wasInjected=true'
  const html = `"><script>${code}</script><style>body{display:none}</style><img src=x onerror=${code}>`
  const markdown = `[a](javascript:${code}) ![b](https://foreign.example/track.png) [c](https://foreign.example/)`
  return `javascript:${code}//${field} ${html} ${markdown}`
}

/** Fails if a hostile text has become more than text on the page. */
export async function assertInert(page: Page, place?: string): Promise<void> {
  assert.deepEqual(await page.evaluate(findInjected), [], place)
}

function findInjected(): readonly string[] {
  const found = window.wasInjected === true ? ['code was run'] : []
  const isForeign = (address: string | null) =>
    address !== null && new URL(address, location.href).host === 'foreign.example'
  for (const element of document.querySelectorAll('*')) {
    const { tagName } = element
    if (['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'STYLE'].includes(tagName)) found.push(element.outerHTML)
    if (tagName === 'META' && element.hasAttribute('http-equiv')) found.push(element.outerHTML)
    if (tagName === 'SCRIPT' && !element.hasAttribute('src')) found.push(element.outerHTML)
    if (tagName !== 'A' && [element.getAttribute('src'), element.getAttribute('href')].some(isForeign))
      found.push(element.outerHTML)
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) found.push(`${tagName} ${name}`)
      // Texts, which may look like an address.
      if (['alt', 'aria-label', 'title', 'value'].includes(name)) continue
      if (/^\s*(javascript|vbscript|data:text)/i.test(value)) found.push(`${tagName} ${name}=${value}`)
      if (name === 'action' && isForeign(value)) found.push(`${tagName} ${name}=${value}`)
    }
  }
  // Texts that were rendered have no style of their own.
  const foreign = ['[style]', 'style', 'link', 'form', 'iframe', 'object'].map((part) => `.article ${part}`)
  for (const { outerHTML } of document.querySelectorAll(foreign.join())) found.push(outerHTML)
  return found
}
