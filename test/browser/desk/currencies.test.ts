import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleBank, exampleCurrencies } from '#test/browser/desk/example-funds.ts'
import { no } from '#test/browser/desk/fake-answers.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const open = setUpDesks()

const dialogOf = (page: Page) => page.getByRole('alertdialog')
const save = (page: Page) => page.getByRole('button', { name: deskEn('currency.save') })
const address = exampleCurrencies[0]?.pay_addresses[0]?.address ?? ''

describe('the currencies', () => {
  test('are listed with availability, rates, fees, limits and open proposals', async () => {
    const { page } = await open('/desk/currencies', { role: 'finance' })
    const row = page.locator('tbody tr')
    await row.nth(1).waitFor()
    assert.deepEqual(await row.first().locator('td').allTextContents(), [
      `USDTTRC20${deskEn('proposal.badge')}`,
      deskEn('currency.on'),
      '0.999',
      '10',
      deskEn('currency.on'),
      '1.001',
      '5\u202fUSD',
      '2050\u202f000',
    ])
    const euro = (await row.nth(1).textContent()) ?? ''
    assert.ok(euro.includes(deskEn('currency.fee_share', { fee: '0.005' })), euro)
    assert.ok(!euro.includes(deskEn('proposal.badge')))
  })

  test('are added with code, network and decimals', async () => {
    const { page, desk } = await open('/desk/currencies', { role: 'finance' })
    await page.getByRole('button', { name: deskEn('currencies.add') }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: deskEn('currency.add.submit') }).click()
    await dialog.getByText(deskEn('currency.fault.code')).waitFor()
    await dialog.getByText(deskEn('currency.fault.protocol')).waitFor()
    await dialog.getByLabel(deskEn('currency.add.code')).fill('usdt')
    await dialog.getByLabel(deskEn('currency.add.protocol')).fill('erc20')
    await dialog.getByLabel(deskEn('currency.add.decimals')).fill('6')
    await dialog.getByRole('button', { name: deskEn('currency.add.submit') }).click()
    await page.getByRole('heading', { name: 'Currency USDT TRC20' }).waitFor()
    assert.deepEqual(desk.requestsTo('funds/currency_add')[0]?.input, {
      ...{ code: 'USDT', kind: 'coin', protocol: 'ERC20', decimals: 6 },
    })
  })

  test('are shown to viewers without actions', async () => {
    const { page } = await open('/desk/currencies', { role: 'viewer' })
    await page.getByText(deskEn('currencies.viewer')).waitFor()
    assert.equal(await page.getByRole('button', { name: deskEn('currencies.add') }).count(), 0)
    await page.getByRole('link', { name: 'USDT' }).click()
    await page.getByText(address).waitFor()
    assert.equal(await save(page).count(), 0)
    assert.equal(await page.getByRole('button', { name: deskEn('pay_address.add') }).count(), 0)
    assert.equal(await page.getByRole('button', { name: deskEn('destinations.switch_off') }).count(), 0)
  })

  test('that do not exist say so', async () => {
    const { page } = await open('/desk/currencies/99', { role: 'finance' })
    await page.getByText(deskEn('currency.unknown')).waitFor()
  })
})

describe('the terms of a currency', () => {
  test('change at once for a lower fee, after old and new are shown', async () => {
    const { page, desk } = await open('/desk/currencies/1', { role: 'finance' })
    await save(page).waitFor()
    assert.equal(await save(page).isDisabled(), true)
    await page.getByLabel(deskEn('currency.field.fee'), { exact: true }).fill('4.50')
    await save(page).click()
    const dialog = dialogOf(page)
    assert.deepEqual(await dialog.locator('dd').allTextContents(), ['5', '4.50'])
    assert.equal(await dialog.getByText(deskEn('currency.second.rate')).count(), 0)
    await dialog.getByRole('button', { name: deskEn('settings.confirm.submit') }).click()
    await waitForToast(page, serverEn('done.saved'))
    assert.deepEqual(desk.requestsTo('funds/currency_change')[0]?.input, { id: 1, fee: '4.50' })
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel(deskEn('currency.field.fee'), { exact: true }).inputValue(), '4.50')
  })

  test('say before saving that a changed rate needs a second operator', async () => {
    const { page, desk } = await open('/desk/currencies/1', { role: 'finance' })
    await page.getByLabel(deskEn('currency.field.deposit_rate')).fill('0.9985')
    await save(page).click()
    const dialog = dialogOf(page)
    await dialog.getByText(deskEn('currency.second.rate')).waitFor()
    assert.deepEqual(await dialog.locator('dd').allTextContents(), ['0.999', '0.9985'])
    assert.equal(desk.requestsTo('funds/currency_change').length, 0)
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await waitForToast(page, deskEn('currency.proposed'))
    await page.getByText(/anna@example\.com proposed a change/).waitFor()
    assert.deepEqual(desk.requestsTo('funds/currency_change')[0]?.input, { id: 1, deposit_rate: '0.9985' })
  })

  test('are not sent if an amount is malformed', async () => {
    const { page, desk } = await open('/desk/currencies/1', { role: 'finance' })
    await page.getByLabel(deskEn('currency.field.least_payout')).fill('1e3')
    await save(page).click()
    await page.getByText(deskEn('currency.fault.amount')).waitFor()
    assert.equal(await dialogOf(page).count(), 0)
    assert.equal(desk.requestsTo('funds/currency_change').length, 0)
  })

  test('keep what was typed if the server refuses', async () => {
    const { page, desk } = await open('/desk/currencies/1', { role: 'finance' })
    desk.answer('funds/currency_change', () => no('invalid_input', serverEn('reason.invalid_input')))
    await page.getByLabel(deskEn('currency.field.most_payout')).fill('10')
    await save(page).click()
    await dialogOf(page)
      .getByRole('button', { name: deskEn('settings.confirm.submit') })
      .click()
    await waitForToast(page, serverEn('reason.invalid_input'))
    await dialogOf(page)
      .getByRole('button', { name: deskEn('control.cancel') })
      .click()
    assert.equal(await page.getByLabel(deskEn('currency.field.most_payout')).inputValue(), '10')
  })
})

describe('pay addresses', () => {
  test('are proposed with old and new, and refused if unchanged', async () => {
    const { page, desk } = await open('/desk/currencies/1', { role: 'finance' })
    const change = deskEn('destinations.of', { action: deskEn('destinations.change'), name: address })
    await page.getByRole('button', { name: change }).click()
    const dialog = dialogOf(page)
    await dialog.getByText(deskEn('currency.second.address')).waitFor()
    await dialog.getByLabel(deskEn('pay_address.new')).fill(address)
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await dialog.getByText(deskEn('pay_address.same')).waitFor()
    await dialog.getByLabel(deskEn('pay_address.new')).fill(' TNew111 ')
    assert.deepEqual(await dialog.locator('dd').allTextContents(), [address, 'TNew111'])
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await waitForToast(page, deskEn('currency.proposed'))
    assert.deepEqual(desk.requestsTo('funds/pay_address_change')[0]?.input, {
      ...{ currency_id: 1, id: 21, address: 'TNew111' },
    })
    assert.equal(desk.requestsTo('funds/currencies').length, 2)
  })

  test('are added by a proposal', async () => {
    const { page, desk } = await open('/desk/currencies/1', { role: 'finance' })
    await page.getByRole('button', { name: deskEn('pay_address.add') }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await dialog.getByText(deskEn('pay_address.missing')).waitFor()
    await dialog.getByLabel(deskEn('pay_address.new')).fill('TNew111')
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await waitForToast(page, deskEn('currency.proposed'))
    assert.deepEqual(desk.requestsTo('funds/pay_address_change')[0]?.input, {
      ...{ currency_id: 1, address: 'TNew111' },
    })
  })

  test('are switched after a confirmation, and mark open proposals', async () => {
    const { page, desk } = await open('/desk/currencies/1', { role: 'finance' })
    await page.getByText(/ben@example\.com proposed a change/).waitFor()
    const off = deskEn('destinations.of', { action: deskEn('destinations.switch_off'), name: address })
    await page.getByRole('button', { name: off }).click()
    await dialogOf(page).getByText(deskEn('destinations.off.text')).waitFor()
    await dialogOf(page)
      .getByRole('button', { name: deskEn('destinations.switch_off') })
      .click()
    await waitForToast(page, serverEn('done.saved'))
    assert.deepEqual(desk.requestsTo('funds/pay_address_change')[0]?.input, {
      ...{ currency_id: 1, id: 21, is_on: 0 },
    })
  })
})

describe('bank accounts for wires', () => {
  test('are proposed with the changed fields, old and new', async () => {
    const { page, desk } = await open('/desk/currencies/2', { role: 'finance' })
    const name = `${exampleBank.bank_name} ${exampleBank.payee_account}`
    await page
      .getByRole('button', {
        name: deskEn('destinations.of', { action: deskEn('destinations.change'), name }),
      })
      .click()
    const dialog = dialogOf(page)
    await dialog.getByText(deskEn('currency.second.bank')).waitFor()
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await dialog.getByText(deskEn('wire.same')).waitFor()
    await dialog.getByLabel(deskEn('destination.payee_account')).fill('999-000')
    assert.deepEqual(await dialog.locator('dd').allTextContents(), [exampleBank.payee_account, '999-000'])
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await waitForToast(page, deskEn('currency.proposed'))
    assert.deepEqual(desk.requestsTo('funds/wire_option_change')[0]?.input, {
      ...{ currency_id: 2, id: 31, payee_account: '999-000' },
    })
  })

  test('are added with the required fields, and switched off', async () => {
    const { page, desk } = await open('/desk/currencies/2', { role: 'owner' })
    await page.getByRole('button', { name: deskEn('wire.add') }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await dialog.getByText(deskEn('wire.missing')).first().waitFor()
    for (const [field, text] of [
      ['bank_name', 'Peak Bank'],
      ['payee_name', 'Openlot Limited'],
      ['payee_account', '77'],
    ] as const)
      await dialog.getByLabel(deskEn(`destination.${field}`), { exact: true }).fill(text)
    await dialog.getByRole('button', { name: deskEn('currency.propose') }).click()
    await waitForToast(page, deskEn('currency.proposed'))
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: new RegExp(deskEn('destinations.switch_off')) }).click()
    await dialog.getByRole('button', { name: deskEn('destinations.switch_off') }).click()
    await waitForToast(page, serverEn('done.saved'))
    assert.deepEqual(
      desk.requestsTo('funds/wire_option_change').map(({ input }) => input),
      [
        { currency_id: 2, bank_name: 'Peak Bank', payee_name: 'Openlot Limited', payee_account: '77' },
        { currency_id: 2, id: 31, is_on: 0 },
      ],
    )
    assert.equal(pathOf(page), '/desk/currencies/2')
  })
})
