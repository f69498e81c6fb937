import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Amounts } from '#contract/funds-from-wire.ts'
import type { Call } from '#web/calls/call-request.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'
import { createFunds } from '#web/portfolio/funds.ts'
import type { Following, FollowParts, FundsState } from '#web/portfolio/funds-types.ts'
import { createSession } from '#web/stores/session.ts'

const amounts: Amounts = {
  balance: '100000.000000',
  netValue: '100000.000000',
  usedMargin: '0.000000',
  available: '100000.000000',
  locked: '0.000000',
  quoteSeq: 1,
}
const known: FundsState = { kind: 'known', amounts }

type Followed = Pick<FollowParts, 'show'> & { refreshes: number; isOver: boolean }

/** A session in memory, and accounts whose following the test plays. */
function stage(token?: string, loads = { canBeHad: true }) {
  let kept = token
  const session = createSession({
    read: () => kept,
    write: (text) => {
      kept = text
    },
  })
  const followed: Followed[] = []
  const follow = ({ show }: FollowParts): Following => {
    const one: Followed = { show, refreshes: 0, isOver: false }
    followed.push(one)
    return {
      async refresh() {
        one.refreshes += 1
      },
      end() {
        one.isOver = true
      },
    }
  }
  const funds = createFunds({
    session,
    call: (() => assert.fail('it calls nobody by itself')) as Call,
    live: { subscribe: () => () => undefined, onReconnect: () => () => undefined },
    timers: createFakeTimers(),
    load: async () => {
      if (!loads.canBeHad) throw new Error('this chunk is gone')
      return follow
    },
  })
  return { session, funds, followed }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the funds of whoever is logged in', () => {
  test('are not asked for without a session', async () => {
    const { funds, followed } = stage()
    await funds.refresh()
    assert.deepEqual([funds.getSnapshot(), followed.length], [{ kind: 'loading' }, 0])
  })

  test('are followed from the beginning of a session on', async () => {
    const { session, funds, followed } = stage()
    session.start('token')
    await settled()
    assert.equal(followed[0]?.refreshes, 1)
    followed[0]?.show(known)
    assert.equal(funds.getSnapshot(), known)
    await funds.refresh()
    assert.deepEqual([followed.length, followed[0]?.refreshes], [1, 2])
  })

  test('are forgotten when the session ends, and when it is another one', async () => {
    const { session, funds, followed } = stage('token')
    await settled()
    followed[0]?.show(known)
    session.start('other')
    assert.deepEqual([funds.getSnapshot(), followed[0]?.isOver], [{ kind: 'loading' }, true])
    await settled()
    followed[1]?.show(known)
    session.end()
    assert.deepEqual([funds.getSnapshot(), followed[1]?.isOver], [{ kind: 'loading' }, true])
    await settled()
    assert.equal(followed.length, 2)
  })

  test('are not followed for a session that ended before that could begin', async () => {
    const { session, followed } = stage('token')
    session.end()
    await settled()
    assert.equal(followed.length, 0)
  })

  test('cannot be told without the code for it, until that can be had', async () => {
    const loads = { canBeHad: false }
    const { funds, followed } = stage('token', loads)
    await settled()
    assert.deepEqual(funds.getSnapshot(), { kind: 'failed' })
    loads.canBeHad = true
    await funds.refresh()
    assert.equal(followed[0]?.refreshes, 1)
  })
})
