import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CallFailure, callFailure } from '#browser/calls/call-failure.ts'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import type { Reason } from '#contract/envelope.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type FundsUser,
} from '#test/funds/desk-funds-fixture.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'
import { createFundsRequests } from '#web/parts/funds/funds-requests.ts'

let team: DeskFundsFixture
let ann: FundsUser
let methodId: number

before(async () => {
  team = await createDeskFundsFixture()
  await team.set('withdraw_needs_identity', '0')
  await team.set('payout_method_wait_hours', '0')
  ann = await team.user()
  await team.fund(ann, 1000)
  methodId = await team.bindAddress(ann, tronAddress)
})
after(async () => await team.stop())

/** What becomes of one sending. */
type Event = 'lost on the way' | 'answer lost' | 'too many' | 'logged out' | 'arrives'

const lost = callFailure({ kind: 'transport', code: 'ERR_NETWORK', status: undefined })
const failures: Readonly<Partial<Record<Event, CallFailure>>> = {
  'lost on the way': lost,
  'too many': callFailure({ kind: 'tooMany', msg: '', retryAfterSeconds: 1 }),
  'logged out': callFailure({ kind: 'sessionInvalid', msg: '' }),
}

/** The client of the app on the real server, over a line that the test cuts. */
function createClient(events: Event[]) {
  const call = (async ({ path, input, key }: CallRequest) => {
    const event = events.shift() ?? 'arrives'
    const failure = failures[event]
    if (failure !== undefined) throw failure
    const body = input as object
    const headers = { 'idempotency-key': key ?? '' }
    const answer = await team.app.call({ method: 'POST', url: path, token: ann.token, body, headers })
    if (event === 'answer lost') throw lost
    if (answer.code === 1) return answer.data
    const { reason } = answer.data as { readonly reason: Reason }
    const details = { msg: answer.msg, reason, field: undefined, figures: {}, data: answer.data }
    throw callFailure({ kind: 'refused', code: 0, ...details })
  }) as Call
  let keys = 0
  return createFundsRequests({
    call,
    storage: undefined,
    newKey: () => {
      keys += 1
      return `${events.join()}-${team.app.nowMs()}-${keys}`.replaceAll(/[^\w-]/g, '_')
    },
    now: () => team.app.nowMs(),
    onStorageChange: () => undefined,
  })
}

async function open(): Promise<readonly number[]> {
  const { data } = await team.app.call({ url: '/api/account/draw_list?type=1&page=1', token: ann.token })
  return data.data
    .filter(({ status }: { status: number }) => status === 0)
    .map(({ id }: { id: number }) => id)
}

const cuts: readonly Event[] = ['lost on the way', 'answer lost', 'too many', 'logged out']
const isLost = (event: Event) => event === 'lost on the way' || event === 'answer lost'

describe('a withdrawal over a line that is cut', () => {
  for (const first of cuts.filter(isLost))
    for (const second of cuts)
      for (const again of ['with the same code', 'without a code'] as const)
        test(`first: ${first}, then: ${second}, repeated ${again}, is recorded once`, async () => {
          team.app.advance(3 * 3_600_000)
          const auth_code = await team.codeFor(ann, 4)
          const input = { draw_currency_id: team.tether.id, number: '20', draw_method_id: methodId }
          const request = { kind: 'withdrawal', userId: ann.id, currency: 'USD' } as const
          const client = createClient([first, second])
          const submit = () => client.submit({ ...request, input: { ...input, auth_code } })
          const repeat = async () => {
            const [sent] = client.unconfirmed.getSnapshot()
            assert.ok(sent)
            return again === 'without a code' ? await client.repeat(sent) : await submit()
          }
          assert.equal((await submit()).kind, 'unknown')
          assert.equal((await repeat()).kind, 'unknown')
          let outcome = await repeat()
          // Never recorded: the server needs the code.
          if (outcome.kind === 'refused') outcome = await submit()
          assert.equal(outcome.kind, 'done')
          const [id, ...others] = await open()
          assert.deepEqual(others, [])
          assert.deepEqual(client.unconfirmed.getSnapshot(), [])
          const cancelled = await team.app.call({
            url: '/api/account/draw_cancel',
            token: ann.token,
            body: { id },
          })
          assert.equal(cancelled.code, 1, cancelled.msg)
        })
})
