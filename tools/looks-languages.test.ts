import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestOf } from '#tools/looks-languages.ts'

test('takes the widest message of each key', () => {
  const german = { open: 'Eröffnen', price: 'Preis' }
  const chinese = { open: '開倉', price: '成交價格' }
  assert.deepEqual(longestOf([german, chinese, { open: 'Open', price: 'Price' }]), {
    open: 'Eröffnen',
    price: '成交價格',
  })
})
