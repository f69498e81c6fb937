import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { deskProposals } from '#contract/desk/approvals.ts'
import { deskMe } from '#contract/desk/session.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { messages } from '#i18n/server/en.ts'
import type { RunResult } from '#server/approvals/approvals.ts'
import { createDeskFixture, type DeskFixture } from '#test/operators/desk-fixture.ts'
import type { TestOperator } from '#test/operators/operators-fixture.ts'

let fixture: DeskFixture
const answers: RunResult[] = []
before(async () => {
  fixture = await createDeskFixture()
  for (const [kind, roles] of [
    ['example_change', ['finance']],
    ['owner_change', []],
  ] as const)
    fixture.approvals.register({
      kind,
      roles,
      describe: ({ to }) => [{ label: 'amount', old: '', new: String(to) }],
      check: async () => undefined,
      run: async () => answers.shift() ?? { kind: 'done' },
    })
})
after(async () => await fixture.stop())
beforeEach(() => fixture.nextDay())

let made = 0

async function propose(operator: TestOperator, kind = 'example_change'): Promise<number> {
  made += 1
  const by = await fixture.signInAs(operator)
  const request = { kind, subject: `user:${made}`, payload: { to: made }, by, address: '', note: 'Checked' }
  const proposed = await fixture.approvals.propose(request)
  assert.ok(proposed.kind === 'proposed')
  return proposed.id
}

async function people(first: OperatorRole = 'finance', second: OperatorRole = 'finance') {
  const [proposer, approver] = [await fixture.addOperator(first), await fixture.addOperator(second)]
  return { proposer, approver, token: await fixture.signIn(approver) }
}

function approve(id: number, token: string, approver: TestOperator) {
  fixture.advance(30_000)
  return fixture.ask({
    url: '/desk/api/proposals/approve',
    token,
    body: { id, totp: fixture.totpOf(approver) },
  })
}

async function list(token: string, query = '') {
  const { code, data, msg } = await fixture.ask({ url: `/desk/api/proposals${query}`, token })
  assert.equal(code, 1, msg)
  assert.ok(Compile(deskProposals.answer).Check(data), JSON.stringify(data))
  return data
}

describe('proposals at the console', () => {
  it('are listed, counted and approved by a second person', async () => {
    const { proposer, approver, token } = await people()
    const id = await propose(proposer)
    const listed = await list(token)
    const row = listed.data.at(-1)
    assert.deepEqual(
      [row?.id, row?.changes, row?.note, row?.proposed_by, row?.is_own, row?.can_decide, row?.state],
      [id, [{ label: 'amount', old: '', new: String(made) }], 'Checked', proposer.email, 0, 1, 'open'],
    )
    const me = await fixture.ask({ url: '/desk/api/me', token })
    assert.ok(Compile(deskMe.answer).Check(me.data))
    assert.deepEqual([me.data.open_proposals, me.data.two_person_waived], [listed.open, 0])
    const approved = await approve(id, token, approver)
    assert.deepEqual(approved, { code: 1, msg: messages['done.proposal_done'], data: { state: 'done' } })
    const again = await approve(id, token, approver)
    assert.deepEqual(again.data, { reason: 'already_decided' })
    const [newest] = (await list(token, '?state=decided')).data
    assert.deepEqual([newest?.id, newest?.state, newest?.decided_by], [id, 'done', approver.email])
    const [viewed] = await fixture.auditEntriesOf('proposals:decided:1')
    assert.deepEqual([viewed?.action, viewed?.who], ['proposals_viewed', approver.email])
  })

  it('that are not carried out tell why, or that they are being carried out', async () => {
    const { proposer, approver, token } = await people()
    const [failing, unknown] = [await propose(proposer), await propose(proposer)]
    answers.push({ kind: 'failed', reason: 'insufficient_balance', figures: { available: '3.00' } })
    const failed = await approve(failing, token, approver)
    assert.deepEqual(failed.data, { reason: 'insufficient_balance', figures: { available: '3.00' } })
    answers.push({ kind: 'unknown' })
    const pending = await approve(unknown, token, approver)
    assert.deepEqual([pending.msg, pending.data], [messages['done.proposal_approved'], { state: 'approved' }])
    const [newest] = (await list(token, '?state=decided')).data
    assert.deepEqual(
      [newest?.id, newest?.state, newest?.failure],
      [failing, 'failed', 'insufficient_balance'],
    )
  })

  it('cannot be approved by the proposer, and are withdrawn or rejected', async () => {
    const { proposer, token } = await people()
    const [id, other] = [await propose(proposer), await propose(proposer)]
    const own = await fixture.signIn(proposer)
    assert.deepEqual((await approve(id, own, proposer)).data, { reason: 'same_person' })
    const withdraw = { url: '/desk/api/proposals/withdraw', body: { id } }
    assert.deepEqual((await fixture.ask({ ...withdraw, token })).data, { reason: 'role_forbidden' })
    assert.equal((await fixture.ask({ ...withdraw, token: own })).msg, messages['done.proposal_withdrawn'])
    const reject = { url: '/desk/api/proposals/reject', token }
    const empty = await fixture.ask({ ...reject, body: { id: other, remark: ' ' } })
    assert.deepEqual(empty.data, { reason: 'remark_required' })
    const rejected = await fixture.ask({ ...reject, body: { id: other, remark: 'Wrong user' } })
    assert.equal(rejected.msg, messages['done.proposal_rejected'])
  })

  it('show their values only to the roles that decide them', async () => {
    const { proposer, approver, token } = await people('owner')
    const id = await propose(proposer, 'owner_change')
    const viewer = await fixture.signIn(await fixture.addOperator('viewer'))
    for (const reader of [token, viewer]) {
      const row = (await list(reader)).data.at(-1)
      assert.deepEqual([row?.id, row?.changes, row?.note, row?.can_decide], [id, [], '', 0])
      assert.doesNotMatch(JSON.stringify(row), /Checked/)
    }
    assert.deepEqual((await approve(id, token, approver)).data, { reason: 'role_forbidden' })
    const body = { id, remark: 'No' }
    const rejected = await fixture.ask({ url: '/desk/api/proposals/reject', token, body })
    assert.deepEqual(rejected.data, { reason: 'role_forbidden' })
    assert.equal((await fixture.approvals.read(id))?.state, 'open')
  })
})

describe('the setting two_person_rule', () => {
  const url = '/desk/api/settings/change'

  it('cannot be switched off where other machines reach the server', async () => {
    const token = await fixture.signIn(await fixture.addOperator('owner'))
    for (const value of ['off', ' off '])
      assert.deepEqual((await fixture.ask({ url, token, body: { key: 'two_person_rule', value } })).data, {
        reason: 'two_people_required',
      })
    assert.equal(fixture.settings.get('two_person_rule'), 'on')
  })

  it('can be switched off on a loopback host by the only operator, and the console tells', async (t) => {
    const local = await createDeskFixture({ isLoopback: true })
    t.after(local.stop)
    const token = await local.signIn(await local.addOperator('owner'))
    const waived = async () => (await local.ask({ url: '/desk/api/me', token })).data.two_person_waived
    const set = (value: string) => local.ask({ url, token, body: { key: 'two_person_rule', value } })
    assert.equal(await waived(), 1, 'there is one operator')
    assert.equal((await set('off')).data.value, 'off')
    await local.addOperator('viewer')
    assert.equal(await waived(), 1, 'it is switched off')
    assert.equal((await set('on')).data.value, 'on')
    assert.equal(await waived(), 0)
    assert.deepEqual(await set('off'), {
      code: 1,
      msg: messages['done.proposed'],
      data: { key: 'two_person_rule', value: 'on' },
    })
    assert.equal(await waived(), 0)
  })
})
