import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crashKinds } from '#test/crash/machines/machine.ts'
import { planRounds } from '#test/crash/plan-rounds.ts'

const wanted = { server: 500, database: 100, cuts: 100, 'take-overs': 100 }

test('spreads all crashes over rounds with at most 24 kills each', () => {
  const rounds = planRounds(wanted, 1)
  const sums = Object.fromEntries(
    crashKinds.map((kind) => [kind, rounds.reduce((sum, { times }) => sum + times(kind), 0)]),
  )
  const { server, database, take_over, both, late, stalled, ...cuts } = sums
  assert.deepEqual([server, database, take_over, both, late, stalled], [500, 100, 100, 0, 0, 0])
  const ofCuts = Object.values(cuts)
  assert.equal(
    ofCuts.reduce((sum, count) => sum + count, 0),
    100,
  )
  assert.ok(Math.max(...ofCuts) - Math.min(...ofCuts) <= 4, JSON.stringify(cuts))
  for (const { times } of rounds) assert.ok(times('server') + times('database') <= 24)
})

test('repeats a round by its printed arguments', () => {
  for (const round of planRounds(wanted, 1)) {
    const named = /^--server (\d+) --database (\d+) --cuts (\d+) --take-overs (\d+) --seed (\d+)$/.exec(
      round.again,
    )
    const [server = 0, database = 0, cuts = 0, takeOvers = 0, seed = 0] = named?.slice(1).map(Number) ?? []
    const [again, ...others] = planRounds({ server, database, cuts, 'take-overs': takeOvers }, seed)
    assert.equal(others.length, 0)
    assert.equal(again?.seed, round.seed)
    for (const kind of crashKinds) assert.equal(again?.times(kind), round.times(kind), kind)
  }
})

test('plans no round for zero crashes', () => {
  assert.deepEqual(planRounds({ server: 0, database: 0, cuts: 0, 'take-overs': 0 }, 1), [])
})
