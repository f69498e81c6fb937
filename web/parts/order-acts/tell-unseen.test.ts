import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/en.ts'
import { createTellUnseen } from '#web/parts/order-acts/tell-unseen.ts'

test('what nobody saw is said with its market before it, as a doubt or as a refusal', () => {
  const shown: unknown[] = []
  const t = ((key: string, values?: object) =>
    [key, ...Object.values(values ?? {})].join(' ')) as Translate<WebKey>
  const tell = createTellUnseen({
    toasts: { show: (toast) => shown.push(toast) },
    words: { getSnapshot: () => ({ language: 'en', t }) },
  })
  tell('EUR/USD', { kind: 'refused', msg: 'The market is closed.' })
  tell('EUR/USD', { kind: 'unknown' })
  tell(undefined, { kind: 'unknown' })
  assert.deepEqual(shown, [
    { text: 'act.unseen EUR/USD The market is closed.', tone: 'danger' },
    { text: 'act.unseen EUR/USD act.unknown', tone: 'warn' },
    { text: 'act.unknown', tone: 'warn' },
  ])
})
