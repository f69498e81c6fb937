import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { findViolations, ruleNames } from '#test/boundaries/boundary-rules.ts'
import { findCycles } from '#test/boundaries/import-cycles.ts'
import { readModule } from '#test/boundaries/module-facts.ts'

const files = globSync('{core,contract,i18n,server,db,ui,web,desk}/**/*.{ts,tsx}').filter(
  (file) => !file.includes('.test.'),
)

function violationsOf(file: string, source: string): readonly string[] {
  return findViolations(readModule(file, source)).map((breach) => breach.rule)
}

describe('the walls', () => {
  test('there is something to look at', () => assert.ok(files.length > 100))

  test('stand everywhere', () => {
    const breaches = files.flatMap((file) => findViolations(readModule(file, readFileSync(file, 'utf8'))))
    const said = breaches.map(({ file, line, rule, by }) => `${file}:${line} breaks "${rule}" with ${by}`)
    assert.deepEqual(said, [])
  })

  test('no file imports itself by way of others', () => {
    const modules = files.map((file) => readModule(file, readFileSync(file, 'utf8')))
    assert.deepEqual(findCycles(modules), [])
  })

  test('a circle would be found', () => {
    const sources = { 'core/a.ts': '#core/b.ts', 'core/b.ts': '#core/c.ts', 'core/c.ts': '#core/b.ts' }
    const modules = Object.entries(sources).map(([file, to]) =>
      readModule(file, `import type { X } from '${to}'`),
    )
    assert.deepEqual(findCycles(modules), ['core/b.ts -> core/c.ts -> core/b.ts'])
  })
})

/** One offender for each wall, so that no wall is painted on. */
const violations: readonly (readonly [string, string, string])[] = [
  ['a file is named by its # path', 'core/a/b.ts', "import { x } from './c.ts'"],
  ['a world imports only the worlds below it', 'core/a/b.ts', "import { x } from '#contract/envelope.ts'"],
  [
    'a world imports only the worlds below it',
    'server/api/a.ts',
    "import { x } from '#web/stores/session.ts'",
  ],
  [
    'a world imports only the worlds below it',
    'web/parts/a.ts',
    "import { x } from '#server/platform/clock.ts'",
  ],
  ['a world imports only the worlds below it', 'ui/a.tsx', "import { x } from '#i18n/languages.ts'"],
  ['a world imports only the worlds below it', 'web/parts/a.ts', "export { x } from '#desk/a.ts'"],
  [
    'a world imports only the worlds below it',
    'web/parts/a.ts',
    "const x = await import('#server/bootstrap/app.ts')",
  ],
  [
    'a room imports only rooms below it',
    'server/storage/a.ts',
    "import { x } from '#server/settings/settings.ts'",
  ],
  ['a room imports only rooms below it', 'server/engine/a.ts', "import { x } from '#server/funds/funds.ts'"],
  [
    'a room imports only rooms below it',
    'server/platform/a.ts',
    "import { x } from '#server/bootstrap/config.ts'",
  ],
  ['a room imports only rooms below it', 'web/stores/a.ts', "import { x } from '#web/app/routes.ts'"],
  ['a room imports only rooms below it', 'desk/calls/a.ts', "import { x } from '#desk/parts/status-poll.ts'"],
  ['a room is entered by its door', 'server/api/a.ts', "import { x } from '#server/engine/commit.ts'"],
  [
    'a room is entered by its door',
    'server/main.ts',
    "import { x } from '#server/storage/database-connection.ts'",
  ],
  [
    'a screen never imports a screen',
    'web/screens/home/a.tsx',
    "import { x } from '#web/screens/trade/b.tsx'",
  ],
  ['schemas stay on the server', 'web/calls/a.ts', "import { x } from '#contract/calls/settings.ts'"],
  ['schemas stay on the server', 'web/calls/a.ts', "import { type A, x } from '#contract/call.ts'"],
  ['a package stays in its rooms', 'core/a/b.ts', "import x from 'node:fs'"],
  ['a package stays in its rooms', 'server/settings/settings.ts', "import pg from 'pg'"],
  ['a package stays in its rooms', 'server/settings/settings.ts', "import { fastify } from 'fastify'"],
  ['a package stays in its rooms', 'server/platform/a.ts', "import { x } from 'react'"],
  ['a package stays in its rooms', 'web/parts/a.ts', "import { x } from 'node:path'"],
  ['a package stays in its rooms', 'server/api/a.ts', "import { x } from 'left-pad'"],
  ['time and chance come from the clock and random files', 'core/a/b.ts', 'export const x = Date.now()'],
  ['time and chance come from the clock and random files', 'server/api/a.ts', 'export const x = new Date()'],
  [
    'time and chance come from the clock and random files',
    'web/parts/a.ts',
    "export const x = Math['random']()",
  ],
  [
    'time and chance come from the clock and random files',
    'server/api/a.ts',
    'const { x } = { x: Date.now }',
  ],
  ['time and chance come from the clock and random files', 'core/a/b.ts', 'const { now } = Date'],
  ['time and chance come from the clock and random files', 'web/parts/a.ts', 'globalThis.Date.now()'],
  ['time and chance come from the clock and random files', 'core/a/b.ts', 'export const x = Date()'],
  [
    'time and chance come from the clock and random files',
    'server/api/a.ts',
    "import { randomBytes } from 'node:crypto'",
  ],
  ['the environment is read in config.ts', 'server/api/a.ts', "import { env } from 'node:process'"],
  ['an amount is never a float', 'web/parts/a.ts', 'export const x = (0.1).toFixed(2)'],
  ['an amount is never a float', 'core/order/a.ts', "export const x = parseFloat('1.5')"],
  ['a package stays in its rooms', 'ui/toasts-store.ts', "import { Pool } from 'pg'"],
  ['schemas stay on the server', 'i18n/languages.ts', "import { defineCall } from '#contract/call.ts'"],
  ['the environment is read in config.ts', 'server/api/a.ts', 'export const x = process.env'],
  ['SQL stands only in *-store.ts', 'server/api/a.ts', "const x = 'select * from orders'"],
  ['SQL stands only in *-store.ts', 'server/engine/a.ts', 'const x = `\n  insert into orders values ($1)`'],
  ['SQL stands only in *-store.ts', 'server/engine/a.ts', "const x = 'WITH a AS (select 1) select 2'"],
  ['SQL stands only in *-store.ts', 'server/engine/a.ts', "const x = 'update accounts set balance = 0'"],
  ['no drawer', 'web/parts/utils.ts', 'export {}'],
  ['no drawer', 'server/api/helpers/a.ts', 'export {}'],
]

describe('each wall stops its offender', () => {
  for (const [rule, file, source] of violations) {
    test(`${rule}: ${file}, ${source.slice(0, 60)}`, () =>
      assert.deepEqual(violationsOf(file, source), [rule]))
  }

  test('every wall has one', () => {
    assert.deepEqual([...new Set(violations.map(([rule]) => rule))].sort(), [...ruleNames].sort())
  })
})

/** What must be allowed, so that a wall does not stand in the wrong place. */
const allowed: readonly (readonly [string, string])[] = [
  ['server/api/a.ts', "import { x } from '#server/engine/engine.ts'"],
  ['server/engine/orders-store.ts', "import type { Pool } from 'pg'\nconst x = 'select 1'"],
  ['server/storage/a/b.ts', "import { x } from '#server/storage/c.ts'"],
  ['server/bootstrap/app.ts', "import { x } from '#server/api/settings.ts'"],
  [
    'web/calls/a.ts',
    "import type { X } from '#contract/calls/settings.ts'\nimport { codes } from '#contract/envelope.ts'",
  ],
  ['web/screens/trade/a.tsx', "import { x } from '#web/screens/trade/ticket/b.tsx'"],
  ['web/platform/clock.ts', 'export const nowMs = () => Date.now()'],
  ['server/api/a.ts', "export const x = new Date(0)\nconst words = 'selected by the user'"],
]

describe('each wall lets its guests in', () => {
  for (const [file, source] of allowed) {
    test(`${file}: ${source.slice(0, 70)}`, () => assert.deepEqual(violationsOf(file, source), []))
  }
})
