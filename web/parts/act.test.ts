import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callFailure } from '#web/calls/call-failure.ts'
import type { ChangeOptions } from '#web/calls/change-order.ts'
import { type ActState, createAct, idle, longestDoubtMs } from '#web/parts/act.ts'
import { createValueStore } from '#web/platform/value-store.ts'

type Sent = ChangeOptions & {
  readonly request: string
  readonly answer: (answer: number) => void
  readonly fail: (failure: Error) => void
}

const refused = callFailure({
  kind: 'refused',
  code: 0,
  msg: 'No.',
  reason: undefined,
  field: undefined,
  figures: {},
  data: null,
})
const unknown = (key: string) => callFailure({ kind: 'unknown', key, last: refused })

function stage() {
  const sent: Sent[] = []
  const time = { now: 1_000_000 }
  const slot = createValueStore<ActState<string>>(idle)
  const act = createAct<string, number>({
    slot,
    now: () => time.now,
    make: (request, options) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      sent.push({ ...options, request, answer: resolve, fail: reject })
      return promise
    },
  })
  /** Leaves it in doubt, under this key. */
  async function lose(request: string, key: string) {
    const asked = act.run(request)
    sent.at(-1)?.fail(unknown(key))
    assert.equal(await asked, undefined)
  }
  return { act, sent, time, slot, lose, kind: () => act.getSnapshot().kind }
}

describe('an act', () => {
  test('is made once, however often it is pressed, and answers', async () => {
    const { act, sent, kind } = stage()
    const [first, second] = [act.run('half'), act.run('half')]
    assert.equal(kind(), 'busy')
    sent[0]?.answer(7)
    assert.deepEqual([await first, await second, sent.length, kind()], [7, undefined, 1, 'idle'])
  })

  test('that is refused says why until that is forgotten', async () => {
    const { act, sent, kind } = stage()
    const asked = act.run('half')
    sent[0]?.fail(refused)
    assert.equal(await asked, undefined)
    assert.deepEqual(act.getSnapshot(), { kind: 'failed', failure: refused })
    act.forget()
    assert.equal(kind(), 'idle')
  })

  test('that broke is free again', async () => {
    const { act, sent, kind } = stage()
    const asked = act.run('half')
    sent[0]?.fail(new Error('a fault of our own'))
    await assert.rejects(asked, /of our own/)
    assert.equal(kind(), 'idle')
  })

  test('says when its first try got no answer', () => {
    const { act, sent } = stage()
    void act.run('half')
    sent[0]?.onDoubt?.()
    assert.deepEqual(act.getSnapshot(), { kind: 'busy', isInDoubt: true, request: 'half' })
  })
})

describe('an act in doubt', () => {
  test('is asked again as exactly what it was, under its own key, as often as it takes', async () => {
    const { act, sent, lose, kind } = stage()
    await lose('half', 'key 1')
    const again = act.askAgain()
    assert.deepEqual(act.getSnapshot(), { kind: 'busy', isInDoubt: true, request: 'half' })
    sent[1]?.fail(unknown('key 1'))
    assert.deepEqual([await again, kind()], [undefined, 'unknown'])
    const third = act.askAgain()
    sent[2]?.answer(7)
    assert.deepEqual([await third, kind()], [7, 'idle'])
    assert.deepEqual(
      sent.map(({ request, key }) => [request, key]),
      [
        ['half', undefined],
        ['half', 'key 1'],
        ['half', 'key 1'],
      ],
    )
  })

  test('lets nothing else be done, not even the same, and is not forgotten', async () => {
    const { act, sent, lose, kind } = stage()
    await lose('half', 'key 1')
    act.forget()
    assert.deepEqual([await act.run('all'), await act.run('half')], [undefined, undefined])
    assert.deepEqual([sent.length, kind()], [1, 'unknown'])
  })

  test('stays in doubt when asking again breaks', async () => {
    const { act, sent, lose, kind } = stage()
    await lose('half', 'key 1')
    const again = act.askAgain()
    sent[1]?.fail(new Error('a fault of our own'))
    await assert.rejects(again)
    assert.equal(kind(), 'unknown')
  })

  test('can be given up where it may be done twice: the next has a key of its own', async () => {
    const { act, sent, lose } = stage()
    await lose('half', 'key 1')
    act.giveUp()
    void act.run('half')
    assert.equal(sent[1]?.key, undefined)
  })

  test('is not asked again when nobody means it any more, by a clock that was set back neither', async () => {
    for (const passedMs of [longestDoubtMs + 1, -1]) {
      const { act, sent, time, lose, kind } = stage()
      await lose('half', 'key 1')
      time.now += passedMs
      assert.equal(await act.askAgain(), undefined)
      assert.deepEqual([sent.length, kind()], [1, 'too_old'])
      act.forget()
      assert.equal(kind(), 'idle')
    }
  })

  test('is as old as its first try', async () => {
    const { act, sent, time, lose } = stage()
    await lose('half', 'key 1')
    time.now += longestDoubtMs
    const again = act.askAgain()
    sent[1]?.fail(unknown('key 1'))
    await again
    time.now += 1
    await act.askAgain()
    assert.equal(sent.length, 2)
  })

  test('that was cleared away while it was under way leaves nothing behind', async () => {
    const { act, sent, slot, kind } = stage()
    const asked = act.run('half')
    slot.set(idle)
    sent[0]?.onDoubt?.()
    sent[0]?.fail(unknown('key 1'))
    assert.deepEqual([await asked, kind()], [undefined, 'idle'])
  })
})
