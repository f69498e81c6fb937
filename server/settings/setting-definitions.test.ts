import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSettingKey, settingDefinitions, settingKeys } from '#server/settings/setting-definitions.ts'

describe('setting definitions', () => {
  it('have these defaults', () => {
    const defaults = Object.fromEntries(settingKeys.map((key) => [key, settingDefinitions[key].default]))
    assert.deepEqual(defaults, {
      is_show_mobile: 1,
      verify_reg_type: 1,
      invite_required: 0,
      trade_fee_type: 1,
      service_link: '',
      service_link_type: 1,
      withdraw_needs_identity: 1,
      withdraw_needs_code: 1,
      payout_method_wait_hours: 24,
      withdraw_second_operator_from: 10_000,
      deposit_second_operator_from: 10_000,
      real_trades_on_simulated_prices: 'auto',
      complaint_email: '',
      complaint_days: 10,
      main_company_mode: 0,
      loss_url_list: '',
      two_person_rule: 'on',
    })
  })

  it('let exactly these settings be read by key', () => {
    const publicKeys = settingKeys.filter((key) => settingDefinitions[key].isReadByKey)
    assert.deepEqual(publicKeys, ['is_show_mobile', 'verify_reg_type', 'invite_required'])
  })

  it('accept their own default', () => {
    for (const key of settingKeys) {
      const definition = settingDefinitions[key]
      assert.deepEqual(definition.parse(String(definition.default)), { value: definition.default })
    }
  })

  it('accept a listed number and refuse others with the list', () => {
    const { parse } = settingDefinitions.service_link_type
    assert.deepEqual(parse(' 3 '), { value: 3 })
    for (const raw of ['', '0', '4', '1.0', '01', 'yes'])
      assert.deepEqual(parse(raw), { refusal: 'it must be 1, 2 or 3' })
  })

  it('accept a listed word and refuse others with the list', () => {
    const { parse } = settingDefinitions.real_trades_on_simulated_prices
    for (const word of ['auto', 'on', 'off']) assert.deepEqual(parse(` ${word} `), { value: word })
    for (const raw of ['', '1', 'ON', 'yes'])
      assert.deepEqual(parse(raw), { refusal: 'it must be auto, off or on' })
  })

  it('accept a whole number within bounds and refuse others', () => {
    const { parse } = settingDefinitions.payout_method_wait_hours
    for (const [raw, value] of [
      ['0', 0],
      [' 24 ', 24],
      ['168', 168],
    ] as const)
      assert.deepEqual(parse(raw), { value })
    for (const raw of ['', '-1', '169', '1.5', '1e2', '024', '0x10', '٢٤', 'a', '9'.repeat(20)])
      assert.deepEqual(parse(raw), { refusal: 'it must be a whole number from 0 to 168' })
  })

  it('keep the limits of one operator at most at a million dollars', () => {
    for (const key of ['withdraw_second_operator_from', 'deposit_second_operator_from'] as const) {
      const { parse } = settingDefinitions[key]
      assert.deepEqual(parse('1000000'), { value: 1_000_000 })
      assert.deepEqual(parse('1000001'), { refusal: 'it must be a whole number from 0 to 1000000' })
    }
  })

  it('accept a web address or an empty text as a link', () => {
    const { parse } = settingDefinitions.service_link
    assert.deepEqual(parse(' https://help.example.com/a?b=c '), { value: 'https://help.example.com/a?b=c' })
    assert.deepEqual(parse(' '), { value: '' })
    const named = ['https://user@example.com', 'https://user:secret@example.com']
    const tooLong = `https://example.com/${'a'.repeat(2048)}`
    for (const raw of [
      'help.example.com',
      'javascript:alert(1)',
      'https://',
      'ftp://example.com',
      tooLong,
      ...named,
    ])
      assert.match(JSON.stringify(parse(raw)), /^{"refusal":"it must be empty or a web address/)
  })

  it('accept an email address or an empty text as the address for complaints', () => {
    const { parse } = settingDefinitions.complaint_email
    assert.deepEqual(parse(' Complaints@Example.com '), { value: 'complaints@example.com' })
    assert.deepEqual(parse(' '), { value: '' })
    for (const raw of ['example.com', 'a@b', 'a@b.example, c@d.example', 'a\nb@example.com'])
      assert.match(JSON.stringify(parse(raw)), /^{"refusal":"it must be empty or an email address/)
  })

  it('normalise a list of addresses, and refuse it whole if one is not allowed', () => {
    const { parse } = settingDefinitions.loss_url_list
    const list = ' https://B.example.com:443/notice/,https://a.example.com\nhttps://a.example.com/ '
    assert.deepEqual(parse(list), { value: 'https://a.example.com https://b.example.com/notice' })
    assert.deepEqual(parse(' '), { value: '' })
    for (const raw of [
      'a.example.com',
      'https://a.example.com http://b.example.com',
      'https://good@evil.example',
    ])
      assert.match(JSON.stringify(parse(raw)), /^{"refusal":"it must be empty or up to 50 addresses/)
  })

  it('do not include names inherited from Object', () => {
    assert.equal(isSettingKey('constructor'), false)
    assert.equal(isSettingKey('invite_required'), true)
  })
})
