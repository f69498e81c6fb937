import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createCodeCountdown } from '#web/stores/code-countdown.ts'

function createFixture(text?: string) {
  let kept = text
  const stored = {
    read: () => kept,
    write(next: string | undefined) {
      kept = next
    },
  }
  const timers = createFakeTimers(1_000_000)
  const open = () => createCodeCountdown({ stored, now: timers.now, timers })
  return { timers, open, kept: () => kept }
}

describe('code countdown', () => {
  test('notifies once per second and leaves no timer at the end', () => {
    const { timers, open } = createFixture()
    const countdown = open()
    const seen: number[] = []
    countdown.subscribe(() => seen.push(countdown.secondsLeft('a')))
    countdown.begin('a', 3)
    timers.advance(2500)
    assert.deepEqual(seen, [3, 2, 1])
    timers.advance(500)
    assert.deepEqual([seen, timers.pending()], [[3, 2, 1, 0], []])
  })

  test('continues after a reload', () => {
    const { timers, open } = createFixture()
    const left = open().begin
    left('a', 60)
    timers.advance(12_300)
    const again = open()
    assert.equal(again.secondsLeft('a'), 48)
    const seen: number[] = []
    const unsubscribe = again.subscribe(() => seen.push(again.secondsLeft('a')))
    timers.advance(1700)
    assert.deepEqual(seen, [47, 46])
    unsubscribe()
    assert.deepEqual(timers.pending(), [])
  })

  test('is separate for each recipient and purpose', () => {
    const { timers, open } = createFixture()
    const countdown = open()
    countdown.begin('register a', 60)
    timers.advance(10_000)
    countdown.begin('reset a', 60)
    assert.deepEqual(
      ['register a', 'reset a', 'register b'].map((name) => countdown.secondsLeft(name)),
      [50, 60, 0],
    )
  })

  test('is not lengthened by a clock set back', () => {
    const { timers, open } = createFixture()
    open().begin('a', 60)
    timers.advance(-3_600_000)
    assert.equal(open().secondsLeft('a'), 60)
  })

  const cases: readonly (readonly [number, number])[] = [
    [0.2, 1],
    [12.1, 13],
    [-5, 1],
    [1e12, 86_400],
  ]
  for (const [seconds, expected] of cases) {
    test(`rounds ${seconds} seconds to ${expected}`, () => {
      const countdown = createFixture().open()
      countdown.begin('a', seconds)
      assert.equal(countdown.secondsLeft('a'), expected)
    })
  }

  test('stores only the newest running ones', () => {
    const { timers, open, kept } = createFixture()
    const countdown = open()
    countdown.begin('ended', 1)
    timers.advance(1000)
    for (let number = 0; number < 30; number += 1) countdown.begin(`number ${number}`, 60)
    const names = Object.keys(JSON.parse(kept() ?? ''))
    assert.deepEqual([names.length, names[0], names.at(-1)], [20, 'number 10', 'number 29'])
  })

  for (const text of ['nonsense', '[]', '{"a":1}', '{"a":{"endMs":"x","seconds":60}}', '{"a":null}']) {
    test(`ignores stored text ${text}`, () => assert.equal(createFixture(text).open().secondsLeft('a'), 0))
  }
})
