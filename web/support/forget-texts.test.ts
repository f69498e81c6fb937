import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createSharedStorage, createTab, refusal } from '#test/web/support-harness.ts'
import { forgetOthersDrafts, forgetSupportTexts } from '#web/support/forget-texts.ts'

const draftOf = (owner: string) => `openlot.support.draft.${owner}`
const visitor = { kind: 'visitor', thread: undefined } as const
const user = (userId: number) => ({ kind: 'user', userId }) as const

/** Users 7 and 8 and a visitor, each with a draft and an unsent message; and an item of another part of the app. */
async function createBrowser() {
  const storage = createSharedStorage()
  const timers = createFakeTimers(1_700_000_000_000)
  storage.setItem('openlot.session', 'token')
  for (const [userId, text] of [
    [7, 'of seven'],
    [8, 'of eight'],
    [undefined, 'of visitor'],
  ] as const) {
    const { support, write } = createTab({ storage, timers, user: userId })
    // The keys of the messages differ by it.
    timers.advance(1)
    support.draft(userId === undefined ? visitor : user(userId)).write('draft')
    await write(text)
  }
  /** Names of drafts, and texts of unsent messages. */
  const left = () =>
    Object.entries(storage)
      .map(([name, stored]) => /"text":"([^"]*)"/.exec(String(stored))?.[1] ?? name)
      .toSorted()
  return { storage, left }
}

describe('texts to the support', () => {
  test('of a user who logs out are removed, and so is the draft of the visitor who had logged in', async () => {
    const { storage, left } = await createBrowser()
    forgetSupportTexts(storage, 7)
    assert.deepEqual(left(), ['of eight', 'of visitor', 'openlot.session', draftOf('user:8')])
  })

  test('of all users are removed at a logout of a user who is not known', async () => {
    const { storage, left } = await createBrowser()
    forgetSupportTexts(storage, undefined)
    assert.deepEqual(left(), ['of visitor', 'openlot.session'])
  })

  test('of another user stay at a login, but not the draft', async () => {
    const { storage, left } = await createBrowser()
    forgetOthersDrafts(storage, 8)
    assert.deepEqual(left(), [
      ...['of eight', 'of seven', 'of visitor', 'openlot.session'],
      ...[draftOf('user:8'), draftOf('visitor')],
    ])
  })

  test('that are removed while a message is on its way are not stored again by its answer', async () => {
    const tab = createTab({ user: 7 })
    await tab.write('one')
    forgetSupportTexts(tab.storage, 7)
    tab.session.end()
    await tab.last('send').fail(refusal('support_limit'))
    assert.deepEqual(Object.keys(tab.storage), [])
  })

  test('are left alone by a storage that throws, or that there is not', () => {
    const throwing = new Proxy(createSharedStorage(), {
      ownKeys: () => {
        throw new Error('refused')
      },
    })
    forgetSupportTexts(throwing, 7)
    forgetOthersDrafts(undefined, 7)
  })
})

describe('the draft of a visitor who logs in', () => {
  for (const [own, expected] of [
    [undefined, 'of the visitor'],
    ['of the user', 'of the user'],
  ] as const)
    test(`with ${own ?? 'no draft'} as the user's own -> ${expected}`, () => {
      const tab = createTab()
      tab.support.draft(visitor).write('of the visitor')
      tab.support.draft(user(7)).write(own)
      tab.session.start('7')
      assert.deepEqual(
        [tab.support.draft(user(7)).read(), Object.keys(tab.storage)],
        [expected, [draftOf('user:7')]],
      )
    })
})
