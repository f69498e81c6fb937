import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type DatedLine,
  maxKeptLines,
  maxPlainLines,
  maxProtectedLines,
  thinHeads,
} from '#server/heads/thin-heads.ts'
import { fc } from '#test/fast-check.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const nowMs = Date.UTC(2036, 0, 5, 12)

const line = (atMs: number | undefined, differs = false, isKept = false): DatedLine => ({
  ...{ text: `${atMs}`, atMs, differs, isKept },
})

/** In the order of their times, as a clock that is never set back writes them. */
const linesUntilNow = fc
  .array(
    fc.record({
      ageMs: fc.oneof(
        fc.nat(3 * dayMs),
        fc.nat(70 * dayMs),
        fc.nat(4000 * dayMs),
        fc.nat(400).map((minutes) => minutes * minuteMs),
      ),
      isHead: fc.integer({ min: 0, max: 30 }).map((number) => number > 0),
      differs: fc.integer({ min: 0, max: 15 }).map((number) => number === 0),
      isKept: fc.integer({ min: 0, max: 15 }).map((number) => number === 0),
    }),
    { maxLength: 300, size: 'max' },
  )
  .map((given) =>
    given
      .toSorted((one, other) => other.ageMs - one.ageMs)
      .map(({ ageMs, isHead, differs, isKept }, at) => ({
        ...line(isHead ? nowMs - ageMs : undefined, isHead && differs, isHead && isKept),
        text: `line ${at}`,
      })),
  )

describe('thinning out heads', () => {
  test('keeps the newest line, the order, lines of evidence packs and lines next to a difference', () => {
    fc.assert(
      fc.property(linesUntilNow, (lines) => {
        const kept = thinHeads(lines, nowMs)
        assert.deepEqual(
          kept,
          lines.filter((one) => kept.includes(one)),
        )
        assert.equal(kept.at(-1), lines.at(-1))
        for (const [at, one] of lines.entries()) {
          const nextHead = lines.slice(at + 1).find(({ atMs }) => atMs !== undefined)
          if (one.differs || one.isKept || one.atMs === undefined || nextHead?.differs)
            assert.ok(kept.includes(one))
        }
      }),
    )
  })

  test('keeps the head before a difference although lines between them are unreadable', () => {
    const oldMs = nowMs - 70 * dayMs
    const lines = [
      line(oldMs),
      line(oldMs + minuteMs),
      line(undefined),
      line(undefined),
      line(oldMs + 2 * minuteMs, true),
      line(oldMs + 3 * minuteMs),
    ]
    assert.deepEqual(thinHeads(lines, nowMs), lines.slice(1))
  })

  test('drops a line only if a later one of the same minute, hour or day is kept', () => {
    fc.assert(
      fc.property(linesUntilNow, (lines) => {
        const kept = thinHeads(lines, nowMs)
        for (const [at, dropped] of lines.entries()) {
          if (kept.includes(dropped)) continue
          const { atMs = 0 } = dropped
          const ageMs = nowMs - atMs
          const periodMs = ageMs < 2 * dayMs ? minuteMs : ageMs < 60 * dayMs ? hourMs : dayMs
          const isCovered = lines
            .slice(at + 1)
            .some(
              (later) =>
                kept.includes(later) &&
                later.atMs !== undefined &&
                Math.floor(later.atMs / periodMs) === Math.floor(atMs / periodMs),
            )
          assert.ok(isCovered, dropped.text)
        }
      }),
    )
  })

  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(linesUntilNow, (lines) => {
        const kept = thinHeads(lines, nowMs)
        assert.deepEqual(thinHeads(kept, nowMs), kept)
      }),
    )
  })

  test('keeps few lines of two years with a head every minute, thinned out as they come', () => {
    const days = 730
    const batch = 3000
    let lines: readonly DatedLine[] = []
    let longest = 0
    for (let atMs = nowMs - days * dayMs; atMs <= nowMs; atMs += batch * minuteMs) {
      const added = Array.from({ length: batch }, (_, minute) => line(atMs + minute * minuteMs))
      lines = thinHeads([...lines, ...added], atMs + batch * minuteMs)
      longest = Math.max(longest, lines.length)
    }
    assert.ok(longest < 2 * 1440 + 58 * 24 + days + 100, String(longest))
    assert.ok(lines.length > days, String(lines.length))
  })

  test('never keeps more than its limits, even with a wrong clock', () => {
    const future = Array.from({ length: maxPlainLines + 50 }, (_, at) => line(nowMs + at * hourMs))
    const kept = thinHeads(future, nowMs)
    assert.equal(kept.length, maxPlainLines)
    assert.equal(kept.at(-1), future.at(-1))
    const differing = Array.from({ length: maxProtectedLines + 50 }, (_, at) => line(nowMs + at, true))
    assert.deepEqual(thinHeads(differing, nowMs), differing.slice(0, maxProtectedLines))
    // Beyond the limit they are plain lines, of which the last of a minute stays.
    const ofPacks = Array.from({ length: maxKeptLines + 50 }, (_, at) => line(nowMs + at, false, true))
    assert.deepEqual(thinHeads(ofPacks, nowMs), ofPacks.slice(-maxKeptLines - 1))
  })
})
