import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noticeGroups } from '#core/notice/notice.ts'
import { notice } from '#test/browser/notices/example-notices.ts'
import { en } from '#test/browser/words.ts'
import type { ToastRequest } from '#ui/toasts-store.ts'
import { createNoticeToasts } from '#web/app/notice-toasts.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function createToasting() {
  const page = { isVisible: true, path: '/' }
  const shown: ToastRequest[] = []
  const opened: string[] = []
  const arrived = createNoticeToasts({
    toasts: { show: (toast) => shown.push(toast) },
    translations: { loadDictionary: async () => en as never },
    isVisible: () => page.isVisible,
    isOpen: (path) => path === page.path,
    go: (path) => opened.push(path),
  })
  async function send(...notices: Parameters<typeof arrived>[0]) {
    arrived(notices)
    await settled()
  }
  return {
    ...{ page, shown, opened, send },
    /** The texts of the toasts. */
    async arrive(...notices: Parameters<typeof arrived>[0]) {
      await send(...notices)
      return shown.splice(0).map(({ text }) => text.replaceAll(/[\u2068\u2069]/g, ''))
    },
  }
}

const alert = (id: number) => notice(id, 'price_alert', { path: '/trade' })

describe('a toast of a notice', () => {
  test('is shown for the groups that nothing else announces', async () => {
    const { arrive } = createToasting()
    const told: string[] = []
    for (const [id, group] of noticeGroups.entries())
      if ((await arrive({ ...alert(id), group })).length > 0) told.push(group)
    assert.deepEqual(told, ['alerts', 'identity', 'support', 'complaints', 'terms', 'announcements'])
  })

  test('has title and text', async () => {
    const { arrive } = createToasting()
    assert.deepEqual(await arrive(alert(1)), ['Notice 1: A text.'])
    assert.deepEqual(await arrive(notice(2, 'identity_verified', { text: '' })), ['Notice 2'])
  })

  test('leads to the screen of the notice, and is not shown there', async () => {
    const { send, shown, opened, page, arrive } = createToasting()
    await send(alert(1), { ...alert(2), path: '//foreign.example' })
    assert.deepEqual(
      shown.map(({ action }) => action?.label),
      [en('notices.toast.show'), undefined],
    )
    shown[0]?.action?.onSelect()
    assert.deepEqual(opened, ['/trade'])
    page.path = '/trade'
    shown.length = 0
    assert.deepEqual(await arrive(alert(3)), [])
  })

  test('is not shown by a hidden page, not even later', async () => {
    const { arrive, page, shown } = createToasting()
    page.isVisible = false
    assert.deepEqual(await arrive(alert(1)), [])
    page.isVisible = true
    await settled()
    assert.deepEqual(shown, [])
  })

  test('is one for many notices', async () => {
    const { arrive } = createToasting()
    const text = en('notices.toast.many', { count: 4 })
    assert.deepEqual(await arrive(alert(1), alert(2), alert(3), alert(4)), [text])
  })
})
