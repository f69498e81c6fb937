import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { createHeadSigner, headsPath, isSignedBy, parsePublicKey } from '#server/heads/heads.ts'
import { createUnpostedHeads, maxUnposted } from '#server/heads/unposted-heads.ts'
import { headLine, headSigner, signedHead } from '#test/heads/recorded-heads.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

const startMs = Date.UTC(2026, 10, 5, 14, 30)
const publicKey = parsePublicKey(headSigner.publicKey)

const plain = (minute: number) => headLine(startMs + minute * 60_000)
const differing = (minute: number) => headLine(startMs + minute * 60_000, { differs: true })

function fixture(t: TestContext, lines: readonly string[]) {
  const path = headsPath(temporaryDirectory(t))
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  const unposted = createUnpostedHeads(path, (head) => publicKey !== undefined && isSignedBy(publicKey, head))
  return { path, unposted, read: async () => (await unposted.read()).map(({ line }) => line) }
}

describe('heads to post again', () => {
  const lines = [
    plain(1),
    plain(2),
    differing(3),
    'unreadable',
    differing(4),
    plain(5),
    plain(6),
    differing(7),
  ]

  test('are all that differ, each with the head before it, if none was accepted', async (t) => {
    const { unposted, read } = fixture(t, [...lines, plain(8)])
    assert.deepEqual(await read(), [plain(2), differing(3), differing(4), plain(6), differing(7)])
    assert.deepEqual(
      (await unposted.read()).map(({ differs }) => differs),
      [false, true, true, false, true],
    )
  })

  test('are those after the last accepted one', async (t) => {
    const { path, unposted, read } = fixture(t, lines)
    await unposted.accepted({ line: differing(3), differs: true })
    assert.deepEqual(await read(), [differing(4), plain(6), differing(7)])
    await unposted.accepted({ line: differing(7), differs: true })
    assert.deepEqual(await read(), [])
    assert.equal(statSync(`${path}.posted`).mode & 0o777, 0o600)
  })

  test('are all of a new file, whatever was accepted of the one moved away', async (t) => {
    const { unposted, read } = fixture(t, lines)
    await unposted.accepted({ line: differing(100), differs: true })
    assert.equal((await read()).length, 5)
  })

  const kept = (minute: number) => headLine(startMs + minute * 60_000, { isKept: true })
  const acceptedKept = (minute: number) => ({ line: kept(minute), differs: false, isKept: true })

  test('are those that evidence packs end in, in whatever order they were kept and accepted', async (t) => {
    const { path, unposted, read } = fixture(t, [plain(1), plain(2), kept(4), differing(5), plain(6)])
    await unposted.keep([kept(4)])
    await unposted.keep([kept(6), kept(2)])
    assert.deepEqual(await read(), [kept(4), kept(6), kept(2), differing(5)])
    await unposted.accepted(acceptedKept(6))
    await unposted.accepted({ line: differing(5), differs: true })
    assert.deepEqual(await read(), [kept(4), kept(2)])
    await unposted.keep([kept(4)])
    await Promise.all([unposted.accepted(acceptedKept(4)), unposted.accepted(acceptedKept(2))])
    assert.deepEqual(await read(), [])
    assert.equal(statSync(`${path}.kept`).mode & 0o777, 0o600)
  })

  test('are at most the newest thousand that evidence packs end in', async (t) => {
    const { unposted, read } = fixture(t, [])
    await unposted.keep(Array.from({ length: maxUnposted + 50 }, (_, minute) => kept(minute)))
    const found = await read()
    assert.deepEqual([found.length, found[0]], [maxUnposted, kept(50)])
  })

  test('include those that differ, however many evidence packs wait', async (t) => {
    const { unposted, read } = fixture(t, [plain(1), differing(2)])
    await unposted.keep(Array.from({ length: maxUnposted }, (_, minute) => kept(minute + 10)))
    assert.deepEqual((await read()).slice(maxUnposted), [plain(1), differing(2)])
  })

  test('are none without a file', async (t) => {
    const none = createUnpostedHeads(headsPath(temporaryDirectory(t)), () => true)
    assert.deepEqual(await none.read(), [])
  })

  test('are only those signed with the key of this server', async (t) => {
    const other = createHeadSigner(new Uint8Array(32).fill(8))
    const others = [signedHead(startMs, { differs: true }), signedHead(startMs + 1)]
    const foreign = others.map((head) => JSON.stringify(other.sign(head)))
    const { read } = fixture(t, [...foreign, differing(2), plain(3), differing(4)])
    assert.deepEqual(await read(), [differing(2), plain(3), differing(4)])
  })

  test('are at most a thousand, the oldest', async (t) => {
    const many = Array.from({ length: maxUnposted + 50 }, (_, minute) => differing(minute))
    const found = await fixture(t, many).read()
    assert.deepEqual([found.length, found[0]], [maxUnposted - 1, many[0]])
  })
})
