import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { close, createFakeBrowser, place, settle } from '#test/web/trade-actions-harness.ts'
import { maxUserWaitMs } from '#web/trade-actions/trade-actions.ts'

describe('after another user logged in', () => {
  async function loseAnswer() {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    browser.actionResults.push('reply_lost')
    void tab.actions.submit(place)
    await settle()
    return { browser, tab }
  }

  test('shows and polls nothing until the first user is back, in any session', async () => {
    const { browser, tab } = await loseAnswer()
    tab.logOut()
    await browser.wait(60_000)
    tab.logIn('2-1')
    await browser.wait(60_000)
    assert.deepEqual([tab.kind(), browser.lookups().length, browser.storedCount()], ['idle', 0, 1])
    tab.logIn('1-2')
    await browser.wait(100)
    assert.deepEqual([tab.kind(), browser.lookups().map(({ user }) => user)], ['done', [1]])
    assert.equal(browser.actionsSent().length, 1)
  })

  test('lets the other user place an order', async () => {
    const { browser, tab } = await loseAnswer()
    tab.logIn('2-1')
    void tab.actions.submit(place)
    await settle()
    assert.deepEqual([tab.kind(), browser.done.length], ['done', 2])
  })

  test('shows an answer that arrives in the next session of the same user', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    const running = tab.actions.submit(close)
    tab.logIn('1-2')
    await running
    assert.equal(tab.kind(4), 'unconfirmed')
    await browser.wait(6_000)
    assert.deepEqual([tab.kind(4), browser.done.length], ['done', 1])
  })

  test('sends no order until the user of the session is known', async () => {
    const { browser, tab } = await loseAnswer()
    await tab.adoptSession('1-2', 'waits')
    assert.equal(tab.actions.getSnapshot().isOwnerPending, true)
    void tab.actions.submit(place)
    await browser.wait(10_000)
    assert.deepEqual([browser.actionsSent().length, browser.lookups().length], [1, 0])
    await tab.answerUserInfo()
    await browser.wait(100)
    assert.deepEqual([tab.actions.getSnapshot().isOwnerPending, tab.kind()], [false, 'done'])
  })

  test('keeps an answer that arrives in a session of another user for the first user', async () => {
    const browser = createFakeBrowser()
    const tab = browser.openTab()
    const running = tab.actions.submit(place)
    tab.logIn('2-1')
    await running
    assert.deepEqual([tab.kind(), browser.storedCount()], ['idle', 1])
    tab.logIn('1-2')
    await browser.wait(6_000)
    assert.equal(tab.kind(), 'done')
  })

  describe('an action of a user not known yet', () => {
    async function submitAsUnknownUser(userInfo: 'fails' | 'waits') {
      const browser = createFakeBrowser()
      const tab = browser.openTab()
      await tab.adoptSession('3-1', userInfo)
      browser.actionResults.push('reply_lost')
      void tab.actions.submit(place)
      await settle()
      return { browser, tab, stored: () => JSON.parse(Object.values(browser.storage)[0] ?? '{}') }
    }

    test('is sent when the user is known, and is stored with the user id', async () => {
      const { browser, tab, stored } = await submitAsUnknownUser('waits')
      assert.deepEqual([tab.kind(), browser.actionsSent().length, stored().userId], ['busy', 0, null])
      await browser.wait(maxUserWaitMs - 500)
      await tab.answerUserInfo()
      assert.deepEqual([browser.actionsSent().length, stored().userId], [1, 3])
      assert.equal(stored().sentAtMs, browser.actionsSent()[0]?.atMs)
    })

    test('is sent after 1.5 s at the latest, with the quote seen at the tap', async () => {
      const { browser, tab, stored } = await submitAsUnknownUser('waits')
      const { seenAtMs } = stored()
      await browser.wait(maxUserWaitMs)
      assert.deepEqual(
        [browser.actionsSent().length, stored().userId, stored().seenAtMs],
        [1, null, seenAtMs],
      )
      await tab.answerUserInfo()
      assert.equal(stored().userId, 3)
    })

    test('is sent at once if the user cannot be fetched', async () => {
      const { browser } = await submitAsUnknownUser('fails')
      assert.equal(browser.actionsSent().length, 1)
    })

    test('is not sent if the user logs out first', async () => {
      const { browser, tab } = await submitAsUnknownUser('waits')
      tab.logOut()
      await browser.wait(10_000)
      assert.deepEqual([browser.actionsSent().length, browser.storedCount(), tab.kind()], [0, 0, 'idle'])
    })

    test('is never attributed to the next user', async () => {
      const { browser, tab, stored } = await submitAsUnknownUser('fails')
      tab.logIn('2-1')
      await browser.wait(60_000)
      assert.deepEqual([stored().userId, tab.kind(), browser.lookups().length], [null, 'idle', 0])
    })
  })
})

describe('two tabs', () => {
  test('a tab neither sends nor shows an action another tab is sending', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.actionResults.push('reply_hangs')
    void one.actions.submit(close)
    await browser.wait(4_000)
    assert.deepEqual([two.kind(4), browser.sent.length], ['idle', 1])
  })

  test('both show the outcome, and dismissing it in one removes it from the other', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.actionResults.push('reply_lost')
    void one.actions.submit(close)
    await browser.wait(8_000)
    assert.deepEqual([one.kind(4), two.kind(4), browser.actionsSent().length], ['done', 'done', 1])
    one.actions.dismiss(4)
    assert.deepEqual([one.kind(4), two.kind(4)], ['idle', 'idle'])
  })

  test('shows the outcomes of two lost orders one after the other, each until dismissed', async () => {
    const browser = createFakeBrowser()
    const [first, second] = [browser.openTab(), browser.openTab()]
    browser.actionResults.push('reply_lost', 'request_lost')
    void first.actions.submit(place)
    void second.actions.submit(place)
    const unwatch = first.actions.watch('ticket')
    await browser.wait(10_000)
    const shown = () =>
      first.actions.getSnapshot().entries.map(({ state, isWatched }) => [state.kind, isWatched])
    assert.deepEqual(shown(), [
      ['done', false],
      ['never', true],
    ])
    const read = first.state()
    first.actions.dismiss('ticket', read)
    first.actions.dismiss('ticket', read)
    assert.deepEqual(shown(), [['done', true]])
    unwatch()
    assert.deepEqual([shown(), browser.storedCount()], [[], 0])
  })

  test('keeps a state on the screen of one tab when it is dismissed in the other', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.actionResults.push('reply_lost')
    void one.actions.submit(close)
    const unwatch = one.actions.watch(4)
    await browser.wait(8_000)
    two.actions.dismiss(4)
    assert.deepEqual([one.kind(4), two.kind(4)], ['done', 'idle'])
    unwatch()
    assert.equal(one.kind(4), 'idle')
  })

  test('a tab stops polling when the outcome is dismissed in another', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.actionResults.push('reply_lost')
    void one.actions.submit(close)
    await browser.wait(5_500)
    one.actions.dismiss(4)
    await browser.wait(60_000)
    assert.deepEqual([two.kind(4), browser.lookups().length], ['idle', 1])
  })

  test('a tab takes over the action of a tab that is closed', async () => {
    const browser = createFakeBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    browser.actionResults.push('request_hangs')
    void one.actions.submit(close)
    await browser.wait(1_000)
    one.close()
    await browser.wait(7_000)
    assert.deepEqual([two.kind(4), browser.actionsSent().length], ['never', 1])
  })
})
