import { longPress, openWithAlerts, placeOnChart } from '#test/browser/alerts/alerts-page.ts'
import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { waitForChart } from '#test/browser/trade-screen/trade-page.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'
import { hitAlert, priceAlert } from '#test/wire/alert-fixtures.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

const phones = setUpOrderPhones()

const list = [
  priceAlert({ id: 5, condition: 'below', price: '1.08330' }),
  priceAlert({ id: 4, condition: 'change', price: null, percent: '2.50', base: '1.08400', repeats: true }),
  priceAlert({ id: 3, price: '1.08480' }),
  hitAlert({ id: 2, price: '1.08450', repeats: true }),
  hitAlert({ id: 1, forex_id: 7, code: 'OLDONE', show_code: 'OLD/ONE', condition: 'below', price: '14.25' }),
]
const order = orderWire({ TargetLossPrice: '1.08360', OriginPrice: '1.08410', Price: '1.08410' })

testAppearances('price alerts on the chart', async (appearance) => {
  const { page } = await openWithAlerts(phones, '/trade', {
    list,
    account: { open: [order] },
    phoneOptions: appearance,
  })
  await settle(page)
  await assertAccessible(page, 'chart with alerts')
  await savePicture(page, 'chart with alerts', appearance)
  await longPress(page, await placeOnChart(page, 0.4, 0.3))
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await assertAccessible(page, 'form of an alert')
  await savePicture(page, 'form of an alert', appearance)
  await page.getByRole('dialog').locator('footer, .late-presses').getByRole('button').first().tap()
  await page.getByRole('complementary').waitFor()
  await settle(page)
  await assertAccessible(page, 'offer of pushes')
  await savePicture(page, 'offer of pushes', appearance)
  await waitForChart(page)
  await assertFitsLargeText(page)
})

testAppearances('the list of price alerts', async (appearance) => {
  const { page, calls } = await openWithAlerts(phones, '/mine/alerts', { list, phoneOptions: appearance })
  await page.locator('main li li').nth(4).waitFor()
  await assertAccessible(page, 'list of alerts')
  await savePicture(page, 'list of alerts', appearance)
  await page.locator('main li li button').last().tap()
  await page.getByRole('alertdialog').waitFor()
  await assertAccessible(page, 'removal of an alert')
  await savePicture(page, 'removal of an alert', appearance)
  calls['/api/alert/list'] = []
  await page.reload()
  await page.locator('main a[href="/trade"]').waitFor()
  await assertAccessible(page, 'no alerts')
  await savePicture(page, 'no alerts', appearance)
  await assertFitsLargeText(page)
})
