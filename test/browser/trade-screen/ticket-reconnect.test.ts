import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionAlert } from '#test/browser/connection-banner.ts'
import { quoteRow, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { openTicket, sheetOf, submitPath, waitForButton } from '#test/browser/trade-screen/ticket-page.ts'
import { en, orderLabel } from '#test/browser/words.ts'

const phones = setUpOrderPhones()

test('a reconnected socket without quotes keeps the button blocked until the first quote', async () => {
  const { page, socket, made } = await openTicket(phones)
  await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))
  await socket.cut({ withoutQuotes: true })
  const blocked = await waitForButton(page, en('connection.reconnecting'))
  await connectionAlert(page).waitFor()
  // Arrives on the new connection, which has brought no quotes yet.
  await socket.push('FOREX_CLOSED', [])
  await blocked.tap({ force: true })
  assert.equal(
    await sheetOf(page)
      .getByRole('button', { name: en('connection.reconnecting') })
      .count(),
    1,
  )
  await socket.push('DAY_MARKET', [quoteRow(1.08527, 1.08535)])
  await waitForButton(page, orderLabel('buy', '0.01', '1.08535'))
  assert.equal(await connectionAlert(page).count(), 0)
  assert.equal(made(submitPath).length, 0)
})
