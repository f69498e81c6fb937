import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

type Tokens = Readonly<Record<string, string>>

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const light = tokensOf(':root,\n[data-theme="light"] {')
const dark = tokensOf('[data-theme="dark"] {')

/** Text colours and their backgrounds. Text needs a contrast of 4.5:1 (WCAG 2.2, 1.4.3). */
const textPairs: readonly (readonly [string, string])[] = [
  ...['ground', 'surface', 'raised', 'hover'].flatMap((below) =>
    ['text', 'text-dim', 'accent', 'green', 'red', 'warn'].map((above) => [above, below] as const),
  ),
  ['ground', 'text'],
  ['accent-ink', 'accent'],
  ['accent', 'accent-soft'],
  ['text', 'accent-soft'],
  ['on-green', 'green'],
  ['on-red', 'red'],
  ['green', 'green-soft'],
  ['red', 'red-soft'],
  ['text', 'green-soft'],
  ['text', 'red-soft'],
  ['warn', 'warn-soft'],
]

/** Borders of controls and the focus ring need 3:1 (WCAG 2.2, 1.4.11). */
const edgePairs: readonly (readonly [string, string])[] = [
  ...['ground', 'surface'].flatMap((below) => ['edge', 'accent'].map((above) => [above, below] as const)),
]

for (const [name, tokens] of [
  ['light', light],
  ['dark', dark],
] as const) {
  describe(`the ${name} theme`, () => {
    for (const [above, below] of textPairs) {
      test(`${above} is readable on ${below}`, () => assertContrast(tokens, above, below, 4.5))
    }
    for (const [above, below] of edgePairs) {
      test(`${above} is distinguishable from ${below}`, () => assertContrast(tokens, above, below, 3))
    }
  })
}

test('the knob of a switch is distinguishable from its track', () => {
  assertContrast({ ...light, knob: '#ffffff' }, 'knob', 'edge', 3)
  assertContrast({ ...dark, knob: '#ffffff' }, 'knob', 'edge', 3)
})

test('the dark theme is the same by system preference and by user choice', () => {
  assert.deepEqual(tokensOf(':root:not([data-theme="light"]) {'), dark)
})

test('light and dark define the same tokens', () => {
  assert.deepEqual(Object.keys(light).sort(), Object.keys(dark).sort())
})

function tokensOf(selector: string): Tokens {
  const start = css.indexOf(`${selector}`)
  assert.notEqual(start, -1, `no block ${selector}`)
  const block = css.slice(start + selector.length, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6,8});/g)].map(([, name, value]) => [name, value]),
  )
}

function assertContrast(tokens: Tokens, above: string, below: string, least: number): void {
  const ratio = contrast(colourOf(tokens, above), colourOf(tokens, below))
  assert.ok(ratio >= least, `${above} on ${below} is ${ratio.toFixed(2)} to 1`)
}

function colourOf(tokens: Tokens, name: string): string {
  const colour = tokens[name]
  assert.ok(colour !== undefined, `no token --${name}`)
  return colour
}

function contrast(a: string, b: string): number {
  const [brighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((brighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

/** Relative luminance as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
