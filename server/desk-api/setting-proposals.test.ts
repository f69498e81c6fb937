// Settings that protect money, while another process changes them as well.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { deskSettings } from '#contract/desk/settings.ts'
import { settingKind, settingProposalHandler } from '#server/desk-api/setting-proposals.ts'
import { createLog } from '#server/platform/log.ts'
import { createSettings, type Settings } from '#server/settings/settings.ts'
import { createDeskFixture, type DeskFixture } from '#test/operators/desk-fixture.ts'
import type { TestOperator } from '#test/operators/operators-fixture.ts'

const key = 'withdraw_second_operator_from'
let fixture: DeskFixture
/** The settings of another process. The server of the fixture is not told of its changes. */
let elsewhere: Settings
before(async () => {
  fixture = await createDeskFixture()
  if (fixture.approvals.handlerOf(settingKind) === undefined)
    fixture.approvals.register(settingProposalHandler(fixture))
  const listen = async () => () => {}
  elsewhere = await createSettings({ pool: fixture.database.pool, listen, log: createLog('silent') })
})
after(async () => {
  elsewhere.stop()
  await fixture.stop()
})
beforeEach(async () => {
  fixture.nextDay()
  await fixture.settings.change(key, '10000', 'cli:test')
})

async function change(owner: TestOperator, value: string) {
  const body = { key, value }
  return await fixture.ask({ url: '/desk/api/settings/change', token: await fixture.signIn(owner), body })
}

async function approve(approver: TestOperator) {
  const open = await fixture.approvals.open(settingKind, `setting:${key}`)
  const token = await fixture.signIn(approver)
  fixture.advance(30_000)
  const body = { id: open?.id, totp: fixture.totpOf(approver) }
  return { open, answer: await fixture.ask({ url: '/desk/api/proposals/approve', token, body }) }
}

async function stored(): Promise<unknown> {
  const { rows } = await fixture.database.query('select value from settings where key = $1', [key])
  return rows[0]?.['value']
}

it('the list of settings tells which change needs two people, and shows an open proposal', async () => {
  const [owner, finance] = [await fixture.addOperator('owner'), await fixture.addOperator('finance')]
  const viewer = await fixture.addOperator('viewer')
  const listed = async (reader: TestOperator) => {
    const answer = await fixture.ask({ url: '/desk/api/settings', token: await fixture.signIn(reader) })
    assert.ok(Compile(deskSettings.answer).Check(answer.data), JSON.stringify(answer))
    return (name: string) => answer.data.find((setting: { key: string }) => setting.key === name)
  }
  const before = await listed(owner)
  assert.deepEqual([before(key).weakened_by, before(key).proposal], ['raising', null])
  assert.equal(before('invite_required').weakened_by, undefined)
  await change(owner, '20000')
  const { value, proposal } = (await listed(owner))(key)
  assert.deepEqual([value, proposal.value, proposal.proposed_by], ['10000', '20000', owner.email])
  assert.equal(Date.parse(proposal.lapses_at) - Date.parse(proposal.proposed_at), 7 * 86_400_000)
  assert.equal((await listed(viewer))(key).proposal.value, '', 'a viewer sees only that there is one')
  await approve(finance)
  assert.equal((await listed(owner))(key).proposal, null)
})

describe('a setting that another process has just tightened', () => {
  it('is not weakened alone, although this process still reads the old value', async () => {
    const [owner, finance] = [await fixture.addOperator('owner'), await fixture.addOperator('finance')]
    await elsewhere.change(key, '100', 'cli:test')
    assert.equal(fixture.settings.get(key), 10_000)
    assert.deepEqual((await change(owner, '5000')).data, { key, value: '100' })
    assert.equal(await stored(), '100')
    const { open, answer } = await approve(finance)
    assert.deepEqual(open?.payload, { key, from: '100', to: '5000' })
    assert.equal(answer.data.state, 'done')
    assert.equal(await stored(), '5000')
  })

  it('is not weakened by an approval of the earlier proposal', async () => {
    const [owner, finance] = [await fixture.addOperator('owner'), await fixture.addOperator('finance')]
    await change(owner, '20000')
    await elsewhere.change(key, '100', 'cli:test')
    assert.deepEqual((await approve(finance)).answer.data, { reason: 'terms_changed' })
    assert.equal(await stored(), '100')
  })
})
