// Settings at the console: one owner tightens a protection of money, and two people weaken it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { messages } from '#i18n/server/en.ts'
import { type SettingKey, settingKeys, weakensProtection } from '#server/settings/settings.ts'
import { eventually } from '#test/eventually.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
} from '#test/funds/desk-funds-fixture.ts'

let fixture: DeskFundsFixture
before(async () => {
  fixture = await createDeskFundsFixture()
})
after(async () => await fixture.stop())

/** Each protection of money: a value, and a weaker one. */
const guarded = [
  ['withdraw_needs_identity', '1', '0'],
  ['withdraw_needs_code', '1', '0'],
  ['payout_method_wait_hours', '24', '23'],
  ['payout_method_wait_hours', '1', '0'],
  ['withdraw_second_operator_from', '10000', '10001'],
  ['withdraw_second_operator_from', '9', '10'],
  ['deposit_second_operator_from', '10000', '10001'],
  ['deposit_second_operator_from', '0', '1000000'],
  ['real_trades_on_simulated_prices', 'auto', 'on'],
  ['real_trades_on_simulated_prices', 'off', 'on'],
  ['real_trades_on_simulated_prices', 'off', 'auto'],
  ['loss_url_list', '', 'https://a.example'],
  ['loss_url_list', 'https://a.example', 'https://a.example https://b.example'],
  ['two_person_rule', 'on', 'off'],
] as const satisfies readonly (readonly [SettingKey, string, string])[]

const change = (key: SettingKey, value: string, by = fixture.owner) =>
  fixture.desk(by, 'settings/change', { key, value })

const current = (key: SettingKey) => String(fixture.app.settings.get(key))

async function start(key: SettingKey, value: string): Promise<void> {
  await fixture.app.settings.change(key, value, 'cli:test')
  assert.equal(current(key), value)
}

/** The open proposal for this setting, as this operator sees it. */
async function proposalFor(key: SettingKey, by: DeskPerson = fixture.ben) {
  const { data } = await fixture.desk(by, 'proposals')
  return data.data.find(({ changes }: { changes: { label: string }[] }) => changes[0]?.label === key)
}

const isReadAs = (key: SettingKey, value: string) => eventually(() => current(key) === value)

describe('a weaker setting', () => {
  for (const [key, strong, weak] of guarded) {
    test(`${key} from ${strong} to ${weak} needs a second person`, async () => {
      await start(key, strong)
      const { owner, ann } = fixture
      const answer = await change(key, weak)
      assert.deepEqual(answer, { code: 1, msg: messages['done.proposed'], data: { key, value: strong } })
      assert.equal((await change(key, weak)).data.reason, 'proposal_open')
      const { id, changes, proposed_by } = await proposalFor(key)
      assert.deepEqual([changes, proposed_by], [[{ label: key, old: strong, new: weak }], owner.email])
      assert.equal((await fixture.approve(owner, id)).data.reason, 'same_person')
      assert.equal(current(key), strong)
      assert.deepEqual((await fixture.approve(ann, id)).data, { state: 'done' })
      await isReadAs(key, weak)
      const { rows } = await fixture.pool.query('select value from settings where key = $1', [key])
      assert.deepEqual(rows, [{ value: weak }])
      assert.deepEqual((await fixture.audited(`setting:${key}`)).at(-1), {
        action: 'setting_changed',
        who: ann.email,
        details: { from: strong, to: weak },
      })
    })

    test(`${key} from ${weak} back to ${strong} needs one owner`, async () => {
      await start(key, weak)
      const answer = await change(key, strong)
      assert.deepEqual(answer, { code: 1, msg: messages['done.saved'], data: { key, value: strong } })
      assert.equal(current(key), strong)
      assert.equal(await proposalFor(key), undefined)
    })
  }

  test('is not applied if the setting was changed after the proposal', async () => {
    await start('payout_method_wait_hours', '24')
    await change('payout_method_wait_hours', '12')
    const { id } = await proposalFor('payout_method_wait_hours')
    assert.equal((await change('payout_method_wait_hours', '48')).data.value, '48')
    assert.equal((await fixture.approve(fixture.ann, id)).data.reason, 'terms_changed')
    assert.equal(current('payout_method_wait_hours'), '48')
    await start('payout_method_wait_hours', '24')
  })

  test('cannot be approved by operators whom its owner has just created', async () => {
    const { owner, ann } = fixture
    await start('withdraw_needs_code', '1')
    const puppet = await fixture.person('finance', 'puppet@desk.example')
    const second = await fixture.person('owner', 'second@desk.example')
    await change('withdraw_needs_code', '0', second)
    const { id } = await proposalFor('withdraw_needs_code')
    for (const one of [owner, puppet])
      assert.equal((await fixture.approve(one, id)).data.reason, 'people_tied', one.email)
    assert.equal(current('withdraw_needs_code'), '1')
    assert.deepEqual((await fixture.approve(ann, id)).data, { state: 'done' })
    await isReadAs('withdraw_needs_code', '0')
  })
})

test('the other settings are changed by one owner', async () => {
  const others = settingKeys.filter((key) => !guarded.some(([one]) => one === key))
  assert.deepEqual(others, [
    'is_show_mobile',
    'verify_reg_type',
    'invite_required',
    'trade_fee_type',
    'service_link',
    'service_link_type',
    'complaint_email',
    'complaint_days',
    'main_company_mode',
  ])
  for (const [key, value] of [
    ['invite_required', '1'],
    ['service_link_type', '2'],
  ] as const)
    assert.deepEqual((await change(key, value)).data, { key, value })
})

test('a setting that stays as it is weakens nothing', () => {
  for (const [key, strong, weak] of guarded)
    for (const value of [strong, weak]) assert.equal(weakensProtection(key, value, value), false, key)
})
