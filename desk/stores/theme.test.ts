import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptText } from '#desk/stores/kept-text.test.ts'
import { createTheme } from '#desk/stores/theme.ts'

test('a theme is put on at once, when it is chosen, and again after a reload', () => {
  const stored = keptText()
  const shown: (string | undefined)[] = []
  createTheme(stored, (theme) => shown.push(theme)).choose('dark')
  assert.equal(createTheme(stored, (theme) => shown.push(theme)).get(), 'dark')
  assert.deepEqual(shown, [undefined, 'dark', 'dark'])
})

test('the choice of the system is remembered as none, and so is nonsense', () => {
  const stored = keptText('light')
  createTheme(stored, () => undefined).choose('system')
  assert.equal(stored.read(), undefined)
  assert.equal(createTheme(keptText('purple'), () => undefined).get(), 'system')
})
