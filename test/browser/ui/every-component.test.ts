import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parseSync } from 'oxc-parser'

/** Components that only other components use. */
const innerParts = ['ChoiceLabel', 'Pressable', 'ScrollContainer']

const parse = (file: string) => parseSync(file, readFileSync(file, 'utf8')).module

/** Capitalised value exports of the .tsx files in ui/. */
const components = globSync('ui/*.tsx').flatMap((file) =>
  parse(file)
    .staticExports.flatMap(({ entries }) => entries)
    .flatMap(({ isType, exportName }) =>
      !isType && /^[A-Z]/.test(exportName.name ?? '') ? [exportName.name ?? ''] : [],
    ),
)

function importedFromUi(pattern: string): ReadonlySet<string> {
  const imports = globSync(pattern)
    .flatMap((file) => parse(file).staticImports)
    .filter(({ moduleRequest }) => moduleRequest.value.startsWith('#ui/'))
  const entries = imports.flatMap((statement) => statement.entries)
  return new Set(entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? ''))
}

describe('the component showcase', () => {
  test('finds components', () => assert.ok(components.length > 30, components.join(', ')))

  test('shows every component', () => {
    const shown = importedFromUi('web/screens/showcase/*.tsx')
    const missing = components.filter((name) => !shown.has(name) && !innerParts.includes(name))
    assert.deepEqual(missing, [])
  })

  test('exempts only components that other components use', () => {
    const used = importedFromUi('ui/*.tsx')
    assert.deepEqual(
      innerParts.filter((name) => !used.has(name) || !components.includes(name)),
      [],
    )
  })
})
