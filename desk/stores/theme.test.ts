import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTheme } from '#desk/stores/theme.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'

test('applies a theme at once, on a choice, and after a reload', () => {
  const stored = storedInMemory()
  const shown: (string | undefined)[] = []
  createTheme(stored, (theme) => shown.push(theme)).choose('dark')
  assert.equal(createTheme(stored, (theme) => shown.push(theme)).getSnapshot(), 'dark')
  assert.deepEqual(shown, [undefined, 'dark', 'dark'])
})

test('stores nothing for the system theme, and reads an unknown theme as system', () => {
  const stored = storedInMemory('light')
  createTheme(stored, () => undefined).choose('system')
  assert.equal(stored.read(), undefined)
  assert.equal(createTheme(storedInMemory('purple'), () => undefined).getSnapshot(), 'system')
})
