import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestLine, readLines } from '#server/feed/replay/replay-file.ts'
import { fc } from '#test/fast-check.ts'

async function* inChunks(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks
}

async function linesOf(chunks: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of readLines(inChunks(chunks))) lines.push(line)
  return lines
}

test('a replay file yields whole lines wherever the chunks are split', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.stringMatching(/^[a-c\n]{0,6}$/)), async (chunks) => {
      const lines = chunks.join('').split('\n')
      const expected = lines.at(-1) === '' ? lines.slice(0, -1) : lines
      assert.deepEqual(await linesOf(chunks), expected)
    }),
  )
})

test('a line that never ends is truncated', async () => {
  const lines = await linesOf([...Array<string>(100).fill('x'.repeat(longestLine)), '\nnext\n'])
  assert.deepEqual(lines, ['x'.repeat(longestLine), 'next'])
})
