import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { readModule } from '#test/boundaries/module-facts.ts'
import { createOracle } from '#test/trading-day/oracle/oracle.ts'

const own = '#test/trading-day/oracle/'
const files = globSync(`${own.slice(1)}**/*.ts`).filter(
  (file) => !/\.test\.ts$|oracle-fixture\.ts$/.test(file),
)

function foreignImports(file: string, source: string): readonly string[] {
  return readModule(file, source)
    .imports.map(({ text }) => text)
    .filter((text) => !text.startsWith(own) || text.includes('..'))
}

describe('the oracle', () => {
  test('imports nothing but its own files', () => {
    assert.ok(files.length > 15)
    const foreign = files.flatMap((file) => foreignImports(file, readFileSync(file, 'utf8')))
    assert.deepEqual(foreign, [])
  })

  test('is caught importing other code, in every form of import', () => {
    const sources = [
      "import { mulDiv } from '#core/money/mul-div.ts'",
      "import type { Order } from '#core/order/order.ts'",
      "export { decide } from '../../../core/decision/decide.ts'",
      `import '${own}../../../core/decision/decide.ts'`,
      "const core = await import('#core/money/mul-div.ts')",
    ]
    for (const source of sources) assert.equal(foreignImports('a.ts', source).length, 1, source)
  })

  test('uses no floating-point rounding', () => {
    const used = files.flatMap((file) => readModule(file, readFileSync(file, 'utf8')).uses)
    const floats = used
      .map(({ text }) => text)
      .filter((text) => /parseFloat|toFixed|Math\.(round|floor)/.test(text))
    assert.deepEqual(floats, [])
  })

  test('throws for a user without an account', () => {
    const oracle = createOracle({ markets: [], feeMode: 'per_lot' })
    assert.deepEqual(oracle.accounts(), [])
    assert.throws(() => oracle.figures(1))
    assert.throws(() => oracle.command({ userId: 1, kind: 'reset_demo' }, 0))
  })
})
