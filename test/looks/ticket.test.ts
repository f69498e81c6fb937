import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { openTicket, sheetOf } from '#test/browser/trade-screen/ticket-page.ts'
import { testScreen } from '#test/looks/appearances.ts'

const phones = setUpOrderPhones()

testScreen('a pending order with both stops', async (appearance) => {
  const phone = await openTicket(phones, { phoneOptions: appearance })
  const boxes = sheetOf(phone.page).getByRole('switch')
  await boxes.first().tap()
  await boxes.last().tap()
  await sheetOf(phone.page).locator('label[data-value=pending]').tap()
  return phone
})
