import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAppearance } from '#web/stores/appearance.ts'
import { storedText } from '#web/stores/stored-text.ts'

/** A page that wears what it was opened with, and a place to remember things in, unless it refuses. */
function pageWith(dataset: DOMStringMap, refuses = false) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, text: string) {
      if (refuses) throw new Error('refused')
      kept.set(name, text)
    },
    removeItem: (name: string) => kept.delete(name),
  }
  const root = { dataset }
  const open = () =>
    createAppearance({ root, theme: storedText(storage, 'theme'), rise: storedText(storage, 'rise') })
  return { root, kept, open }
}

describe('the look of the app', () => {
  const worn: readonly (readonly [DOMStringMap, string, string])[] = [
    [{}, 'system', 'green'],
    [{ theme: 'dark' }, 'dark', 'green'],
    [{ theme: 'light', rise: 'red' }, 'light', 'red'],
    [{ theme: 'sepia', rise: 'blue' }, 'system', 'green'],
  ]
  for (const [dataset, theme, rise] of worn) {
    test(`is what the page wears: ${JSON.stringify(dataset)}`, () => {
      assert.deepEqual(pageWith(dataset).open().getSnapshot(), { theme, rise })
    })
  }

  test('is put on at once, told and remembered', () => {
    const { root, kept, open } = pageWith({})
    const look = open()
    let told = 0
    look.subscribe(() => told++)
    look.chooseTheme('dark')
    look.chooseRise('red')
    assert.deepEqual(root.dataset, { theme: 'dark', rise: 'red' })
    assert.deepEqual(
      [...kept],
      [
        ['theme', 'dark'],
        ['rise', 'red'],
      ],
    )
    assert.deepEqual([look.getSnapshot(), told], [{ theme: 'dark', rise: 'red' }, 2])
  })

  test('goes back to what the system and most people want, and forgets the wish', () => {
    const { root, kept, open } = pageWith({ theme: 'dark', rise: 'red' })
    const look = open()
    look.chooseTheme('system')
    look.chooseRise('green')
    assert.deepEqual([root.dataset, [...kept]], [{}, []])
  })

  test('is known again where nothing can be stored, for the page still wears it', () => {
    const { open } = pageWith({}, true)
    open().chooseTheme('light')
    assert.equal(open().getSnapshot().theme, 'light')
  })

  test('follows another tab', () => {
    const { root, open } = pageWith({})
    const look = open()
    root.dataset['theme'] = 'dark'
    look.reread()
    assert.equal(look.getSnapshot().theme, 'dark')
  })
})
