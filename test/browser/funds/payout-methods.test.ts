import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { aborted, type StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { fundsCalls, newAddress, ownAddress, ownBank, paths } from '#test/browser/funds/example-funds.ts'
import { en, startingWith } from '#test/browser/words.ts'

const phones = setUpAccountPhones()
const open = (path: string, calls: StubbedCalls = {}, options = {}) =>
  phones.open(path, { ...fundsCalls(), ...calls }, options)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()

describe('the lists of payout methods', () => {
  test('show addresses, the wait of a new one, and delete one after a confirmation', async () => {
    const { page, calls, made } = await open('/mine/coin-address-list')
    await page.getByText(newAddress.dc_address).waitFor()
    assert.equal(await page.getByText(startingWith('Usable in')).count(), 1)
    await page
      .getByRole('button', { name: startingWith('Delete') })
      .first()
      .tap()
    await page.getByRole('alertdialog').getByText(ownAddress.dc_address).waitFor()
    await press(page, en('mine.cancel'))
    assert.equal(made(paths.remove).length, 0)
    await page
      .getByRole('button', { name: startingWith('Delete') })
      .first()
      .tap()
    calls[paths.remove] = null
    calls[paths.methods] = [newAddress]
    await press(page, en('method.delete.confirm'))
    await page.getByText(ownAddress.dc_address).first().waitFor({ state: 'detached' })
    assert.deepEqual(made(paths.remove)[0]?.postDataJSON(), { id: ownAddress.id })
  })

  test('lead from the bank accounts to the form for one', async () => {
    const { page } = await open('/mine/bank-card-list')
    await page.getByText(ownBank.payee_account).waitFor()
    await page.getByRole('link', { name: en('method.add.2') }).tap()
    await page.waitForURL(/withdraw-way\?type=2$/)
  })
})

describe('a new payout method', () => {
  test('says how long it waits, and is sent with a code for payout methods', async () => {
    const { page, made } = await open('/mine/withdraw-way?type=2', { [paths.bind]: ownBank })
    await page.getByText(en('method.wait', { hours: 24 })).waitFor()
    await press(page, en('method.submit'))
    await page.getByText(en('method.bank_name.required')).waitFor()
    assert.equal(made(paths.bind).length, 0)
    await page.locator('input[name=bank_name]').fill('Harbour Bank')
    await page.locator('input[name=payee_name]').fill('Lee Min')
    await page.locator('input[name=payee_account]').fill('012-345678-001')
    await page.getByRole('button', { name: startingWith(en('entry.code.send')) }).tap()
    await page.locator('button[aria-disabled=true]').waitFor()
    assert.equal(made(paths.email)[0]?.postDataJSON().type, 3)
    await page.locator('input[name=code]').fill('123456')
    await press(page, en('method.submit'))
    await page.waitForURL(/bank-card-list$|about:blank/)
    assert.deepEqual(made(paths.bind)[0]?.postDataJSON(), {
      ...{ type: 2, draw_id: 6, auth_code: '123456', bank_name: 'Harbour Bank' },
      ...{ payee_name: 'Lee Min', payee_account: '012-345678-001' },
    })
  })

  test('shows the refusal of an address beside it, until it is changed', async () => {
    const refused = { refused: 'This is not a TRON address.', reason: 'invalid_input', field: 'dc_address' }
    const { page } = await open('/mine/withdraw-way?type=1', { [paths.bind]: refused })
    await page.locator('textarea').fill('T123')
    await page.locator('input[name=code]').fill('123456')
    await press(page, en('method.submit'))
    await page.getByText(refused.refused).waitFor()
    await page.locator('textarea').fill('T1234')
    await page.getByText(refused.refused).waitFor({ state: 'detached' })
  })

  test('whose answer is lost is known to be saved if the list shows it', async () => {
    const { page, made } = await open(
      '/mine/withdraw-way?type=1',
      { [paths.bind]: aborted },
      { allowConsoleErrors: true },
    )
    await page.locator('textarea').fill(ownAddress.dc_address)
    await page.locator('input[name=code]').fill('123456')
    await press(page, en('method.submit'))
    await page.getByText(en('funds.unconfirmed.found')).waitFor()
    await press(page, en('funds.unconfirmed.done'))
    await page.waitForURL(/\/mine\/coin-address-list$/)
    assert.equal(made(paths.bind).length, 1)
  })
})

test('the wallet shows the amounts and leads to every screen of funds', async () => {
  const { page } = await open('/mine/wallet')
  await page.getByText('2\u202f500.50').nth(1).waitFor()
  for (const title of ['charge', 'withdraw', 'history', 'coin_address_list', 'bank_card_list'] as const)
    await page.getByRole('link', { name: en(`title.${title}`) }).waitFor()
})
