import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { findViolations, ruleNames } from '#test/boundaries/boundary-rules.ts'
import { findCycles } from '#test/boundaries/import-cycles.ts'
import { findMissingDictionaries } from '#test/boundaries/late-dictionaries.ts'
import { readModule } from '#test/boundaries/module-facts.ts'

const files = globSync('{core,contract,i18n,server,db,ui,browser,web,desk}/**/*.{ts,tsx}').filter(
  (file) => !file.includes('.test.'),
)

function violationsOf(file: string, source: string): readonly string[] {
  return findViolations(readModule(file, source)).map(({ rule }) => rule)
}

describe('module boundaries', () => {
  test('are checked in more than 100 files', () => assert.ok(files.length > 100))

  test('hold in every file', () => {
    const found = files.flatMap((file) => findViolations(readModule(file, readFileSync(file, 'utf8'))))
    const lines = found.map(({ file, line, rule, by }) => `${file}:${line} violates "${rule}" with ${by}`)
    assert.deepEqual(lines, [])
  })

  test('have no import cycles', () => {
    const modules = files.map((file) => readModule(file, readFileSync(file, 'utf8')))
    assert.deepEqual(findCycles(modules), [])
  })

  test('report an import cycle', () => {
    const sources = { 'core/a.ts': '#core/b.ts', 'core/b.ts': '#core/c.ts', 'core/c.ts': '#core/b.ts' }
    const modules = Object.entries(sources).map(([file, to]) =>
      readModule(file, `import type { X } from '${to}'`),
    )
    assert.deepEqual(findCycles(modules), ['core/b.ts -> core/c.ts -> core/b.ts'])
  })
})

/** At least one violation of each rule, which proves that every rule detects something. */
const violations: readonly (readonly [string, string, string])[] = [
  ['imports use # paths', 'core/a/b.ts', "import { x } from './c.ts'"],
  [
    'a top folder imports only allowed top folders',
    'core/a/b.ts',
    "import { x } from '#contract/envelope.ts'",
  ],
  [
    'a top folder imports only allowed top folders',
    'server/api/a.ts',
    "import { x } from '#web/stores/session.ts'",
  ],
  [
    'a top folder imports only allowed top folders',
    'web/parts/a.ts',
    "import { x } from '#server/platform/clock.ts'",
  ],
  [
    'a top folder imports only allowed top folders',
    'browser/calls/a.ts',
    "import { Button } from '#ui/button.tsx'",
  ],
  ['a top folder imports only allowed top folders', 'ui/a.tsx', "import { x } from '#i18n/languages.ts'"],
  ['a top folder imports only allowed top folders', 'web/parts/a.ts', "export { x } from '#desk/a.ts'"],
  [
    'a top folder imports only allowed top folders',
    'web/parts/a.ts',
    "const x = await import('#server/bootstrap/app.ts')",
  ],
  [
    'a module imports only modules of lower layers',
    'server/storage/a.ts',
    "import { x } from '#server/settings/settings.ts'",
  ],
  [
    'a module imports only modules of lower layers',
    'server/engine/a.ts',
    "import { x } from '#server/funds/funds.ts'",
  ],
  [
    'a module imports only modules of lower layers',
    'server/platform/a.ts',
    "import { x } from '#server/bootstrap/config.ts'",
  ],
  [
    'a module imports only modules of lower layers',
    'web/stores/a.ts',
    "import { x } from '#web/app/routes.ts'",
  ],
  [
    'a module imports only modules of lower layers',
    'desk/calls/a.ts',
    "import { x } from '#desk/parts/status-poll.ts'",
  ],
  [
    'a module is imported through its entry point',
    'server/api/a.ts',
    "import { x } from '#server/engine/commit.ts'",
  ],
  [
    'a module is imported through its entry point',
    'server/main.ts',
    "import { x } from '#server/storage/database-connection.ts'",
  ],
  [
    'a screen does not import another screen',
    'web/screens/home/a.tsx',
    "import { x } from '#web/screens/trade/b.tsx'",
  ],
  ['schemas stay on the server', 'web/calls/a.ts', "import { x } from '#contract/calls/settings.ts'"],
  ['schemas stay on the server', 'web/calls/a.ts', "import { type A, x } from '#contract/call.ts'"],
  ['a package is imported only where allowed', 'core/a/b.ts', "import x from 'node:fs'"],
  ['a package is imported only where allowed', 'server/settings/settings.ts', "import pg from 'pg'"],
  [
    'a package is imported only where allowed',
    'server/settings/settings.ts',
    "import { fastify } from 'fastify'",
  ],
  ['a package is imported only where allowed', 'server/platform/a.ts', "import { x } from 'react'"],
  ['a package is imported only where allowed', 'web/parts/a.ts', "import { x } from 'node:path'"],
  ['a package is imported only where allowed', 'server/api/a.ts', "import { x } from 'left-pad'"],
  ['time and randomness come from clock.ts and random.ts', 'core/a/b.ts', 'export const x = Date.now()'],
  ['time and randomness come from clock.ts and random.ts', 'server/api/a.ts', 'export const x = new Date()'],
  [
    'time and randomness come from clock.ts and random.ts',
    'web/parts/a.ts',
    "export const x = Math['random']()",
  ],
  [
    'time and randomness come from clock.ts and random.ts',
    'server/api/a.ts',
    'const { x } = { x: Date.now }',
  ],
  ['time and randomness come from clock.ts and random.ts', 'core/a/b.ts', 'const { now } = Date'],
  ['time and randomness come from clock.ts and random.ts', 'web/parts/a.ts', 'globalThis.Date.now()'],
  ['time and randomness come from clock.ts and random.ts', 'core/a/b.ts', 'export const x = Date()'],
  [
    'time and randomness come from clock.ts and random.ts',
    'server/api/a.ts',
    "import { randomBytes } from 'node:crypto'",
  ],
  ['the environment is read in config.ts', 'server/api/a.ts', "import { env } from 'node:process'"],
  ['an amount is never a float', 'web/parts/a.ts', 'export const x = (0.1).toFixed(2)'],
  ['an amount is never a float', 'core/order/a.ts', "export const x = parseFloat('1.5')"],
  ['a package is imported only where allowed', 'ui/toasts-store.ts', "import { Pool } from 'pg'"],
  ['schemas stay on the server', 'i18n/languages.ts', "import { defineCall } from '#contract/call.ts'"],
  ['the environment is read in config.ts', 'server/api/a.ts', 'export const x = process.env'],
  ['SQL is only in *-store.ts', 'server/api/a.ts', "const x = 'select * from orders'"],
  ['SQL is only in *-store.ts', 'server/engine/a.ts', 'const x = `\n  insert into orders values ($1)`'],
  ['SQL is only in *-store.ts', 'server/engine/a.ts', "const x = 'WITH a AS (select 1) select 2'"],
  ['SQL is only in *-store.ts', 'server/engine/a.ts', "const x = 'update accounts set balance = 0'"],
  ['no vague file names', 'web/parts/utils.ts', 'export {}'],
  ['no vague file names', 'server/api/helpers/a.ts', 'export {}'],
]

describe('each rule finds its violation', () => {
  for (const [rule, file, source] of violations) {
    test(`${rule}: ${file}, ${source.slice(0, 60)}`, () =>
      assert.deepEqual(violationsOf(file, source), [rule]))
  }

  test('every rule has a violation in this table', () => {
    assert.deepEqual([...new Set(violations.map(([rule]) => rule))].sort(), [...ruleNames].sort())
  })
})

/** Code that violates no rule. */
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
  ['i18n/web/load-dictionary.ts', `const x = await import(\`./\${name}/\${language}.ts\`)`],
  ['browser/platform/clock.ts', 'export const nowMs = () => Date.now()'],
  ['server/api/a.ts', "export const x = new Date(0)\nconst words = 'selected by the user'"],
]

describe('allowed code violates nothing', () => {
  for (const [file, source] of allowed) {
    test(`${file}: ${source.slice(0, 70)}`, () => assert.deepEqual(violationsOf(file, source), []))
  }
})

describe('a dictionary is loaded where it is used', () => {
  test('in every screen of the app', () => {
    const own = files.filter((file) => file.startsWith('web/'))
    const sources = new Map(own.map((file) => [file, readFileSync(file, 'utf8')]))
    const entries = ['web/app/app.tsx', 'web/app/create-app-parts.ts']
    assert.deepEqual(findMissingDictionaries(sources, entries), [])
  })

  const main = "import '#web/routes.ts'"
  const routes = (dictionaries: string) =>
    `export const route = { code: { ${dictionaries} load: async () => (await import('#web/screen.tsx')).Screen } }`
  const screen =
    "const code = { load: () => import('#web/sheet.tsx') }\nexport const Screen = () => useDictionary('orders')"
  const sheet = "export const Sheet = () => useDictionary('orders', 'ticket')"
  const find = (changes: Readonly<Record<string, string>>) =>
    findMissingDictionaries(
      new Map(
        Object.entries({
          'web/main.tsx': main,
          'web/routes.ts': routes("dictionaries: ['orders', 'ticket'],"),
          'web/screen.tsx': screen,
          'web/sheet.tsx': sheet,
          ...changes,
        }),
      ),
      ['web/main.tsx'],
    )

  test('finds a screen and a sheet whose dictionary is not loaded', () => {
    assert.deepEqual(find({}), [])
    assert.deepEqual(find({ 'web/routes.ts': routes("dictionaries: ['orders'],") }), [
      'web/sheet.tsx uses ticket, loaded by web/screen.tsx without it',
    ])
    assert.deepEqual(find({ 'web/routes.ts': routes(''), 'web/sheet.tsx': '' }), [
      'web/screen.tsx uses orders, loaded by web/routes.ts without it',
    ])
  })

  test('finds code that is loaded in another way', () => {
    assert.deepEqual(find({ 'web/screen.tsx': "export const load = () => import('#web/sheet.tsx')" }), [
      'web/screen.tsx imports web/sheet.tsx outside late code',
    ])
  })
})
