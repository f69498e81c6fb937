import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { storedText } from '#browser/storage/stored-text.ts'
import { createAppearance } from '#web/stores/appearance.ts'

/** A page with these attributes and a storage that may refuse writes. */
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

describe('appearance', () => {
  const cases: readonly (readonly [DOMStringMap, string, string])[] = [
    [{}, 'system', 'green'],
    [{ theme: 'dark' }, 'dark', 'green'],
    [{ theme: 'light', rise: 'red' }, 'light', 'red'],
    [{ theme: 'sepia', rise: 'blue' }, 'system', 'green'],
  ]
  for (const [dataset, theme, rise] of cases) {
    test(`reads the attributes ${JSON.stringify(dataset)}`, () => {
      assert.deepEqual(pageWith(dataset).open().getSnapshot(), { theme, rise })
    })
  }

  test('applies, publishes and stores a choice', () => {
    const { root, kept, open } = pageWith({})
    const appearance = open()
    let notified = 0
    appearance.subscribe(() => notified++)
    appearance.chooseTheme('dark')
    appearance.chooseRise('red')
    assert.deepEqual(root.dataset, { theme: 'dark', rise: 'red' })
    assert.deepEqual(
      [...kept],
      [
        ['theme', 'dark'],
        ['rise', 'red'],
      ],
    )
    assert.deepEqual([appearance.getSnapshot(), notified], [{ theme: 'dark', rise: 'red' }, 2])
  })

  test('removes attributes and stored values for the defaults', () => {
    const { root, kept, open } = pageWith({ theme: 'dark', rise: 'red' })
    const appearance = open()
    appearance.chooseTheme('system')
    appearance.chooseRise('green')
    assert.deepEqual([root.dataset, [...kept]], [{}, []])
  })

  test('keeps a choice in the page if storage is refused', () => {
    const { open } = pageWith({}, true)
    open().chooseTheme('light')
    assert.equal(open().getSnapshot().theme, 'light')
  })

  test('follows a change of another tab', () => {
    const { root, open } = pageWith({})
    const appearance = open()
    root.dataset['theme'] = 'dark'
    appearance.reread()
    assert.equal(appearance.getSnapshot().theme, 'dark')
  })
})
