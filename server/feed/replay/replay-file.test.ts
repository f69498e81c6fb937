import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { longestLine, readLines } from '#server/feed/replay/replay-file.ts'

async function* inPieces(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces
}

async function linesOf(pieces: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of readLines(inPieces(pieces))) lines.push(line)
  return lines
}

test('lines are whole however the text is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.stringMatching(/^[a-c\n]{0,6}$/)), async (pieces) => {
      const lines = pieces.join('').split('\n')
      const expected = lines.at(-1) === '' ? lines.slice(0, -1) : lines
      assert.deepEqual(await linesOf(pieces), expected)
    }),
  )
})

test('a line without end is cut and never kept whole', async () => {
  const lines = await linesOf([...Array<string>(100).fill('x'.repeat(longestLine)), '\nnext\n'])
  assert.deepEqual(lines, ['x'.repeat(longestLine), 'next'])
})
