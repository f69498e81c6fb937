import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hitAlert, priceAlert } from '#test/wire/alert-fixtures.ts'
import { groupAlerts } from '#web/screens/alerts/alert-groups.ts'

const gold = { forex_id: 102, code: 'XAUUSD', show_code: 'XAU/USD' }

test('alerts are grouped by market: active before reached ones, newest first', () => {
  const alerts = [
    hitAlert({ id: 9, ...gold }),
    priceAlert({ id: 8 }),
    hitAlert({ id: 7 }),
    priceAlert({ id: 6, ...gold }),
    priceAlert({ id: 5 }),
  ]
  const groups = groupAlerts(alerts).map(({ showCode, alerts: own }) => [showCode, own.map(({ id }) => id)])
  assert.deepEqual(groups, [
    ['EUR/USD', [8, 5, 7]],
    ['XAU/USD', [6, 9]],
  ])
})

test('no alerts -> no groups', () => assert.deepEqual(groupAlerts([]), []))
