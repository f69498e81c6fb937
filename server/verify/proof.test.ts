import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AccountProof, checkProof, type JournalHead } from '#server/engine/engine.ts'
import { createProof, type ProofResult } from '#server/verify/proof.ts'
import { fc } from '#test/fast-check.ts'
import { batchesOfDay, type History, openHistory } from '#test/verify/history.ts'
import { packPage, pageOf } from '#test/verify/rewrite-journal.ts'

/** A day with batches of three accounts and more. */
const seed = 40

let history: History
let subject: number
let proof: AccountProof

before(async () => {
  history = await openHistory(await batchesOfDay(seed))
  await history.writeTo(history.batches.length)
  subject = busiestUser()
  proof = await proofOf({ user: String(subject) })
})

after(() => history.drop())

type Range = {
  readonly user: string
  readonly fromSeq?: number
  readonly toSeq?: number
  readonly hasLinks?: boolean
}

async function resultOf(range: Range): Promise<ProofResult> {
  return await createProof(history.database.pool, { hasLinks: false, ...range })
}

async function proofOf(range: Range): Promise<AccountProof> {
  const result = await resultOf(range)
  assert.equal(result.kind, 'proof')
  return result.kind === 'proof' ? result.proof : assert.fail()
}

/** The user whose batches most often hold entries of others, too. */
function busiestUser(): number {
  const counts = new Map<number, number>()
  for (const { packed } of history.batches) {
    const { accounts } = pageOf(packed)
    for (const { userId } of accounts) counts.set(userId, (counts.get(userId) ?? 0) + accounts.length - 1)
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one)
  return first?.[0] ?? assert.fail()
}

function batchesOf(userId: number): readonly number[] {
  return history.batches
    .filter(({ packed }) => pageOf(packed).accounts.some((account) => account.userId === userId))
    .map(({ seq }) => seq)
}

function headOf(seq: number): JournalHead {
  return { seq, hash: history.batches[seq - 1]?.hash.toString('hex') ?? assert.fail() }
}

/** Through the text of a file. */
function problemsOf(changed: unknown, heads: readonly JournalHead[] = []): readonly string[] {
  return checkProof(JSON.parse(JSON.stringify(changed)), heads).problems
}

describe('a proof of one account', () => {
  test('holds every batch of the account, in order, and passes its check', () => {
    assert.deepEqual(
      proof.batches.map(({ seq }) => seq),
      batchesOf(subject),
    )
    assert.ok(proof.batches.some(({ path }) => path.length > 1))
    assert.deepEqual(problemsOf(proof), [])
    const changes = proof.batches.reduce((sum, batch) => sum + batch.changes, 0)
    assert.equal(proof.batches.at(-1)?.version, changes)
  })

  test('is the same for the uid as for the id, and can be limited to a range', async () => {
    assert.deepEqual(await proofOf({ user: String(40_000_000 + subject) }), proof)
    const seqs = batchesOf(subject)
    const [fromSeq = 0, toSeq = 0] = [seqs[2], seqs[5]]
    const some = await proofOf({ user: String(subject), fromSeq, toSeq })
    assert.deepEqual(some.batches, proof.batches.slice(2, 6))
    assert.deepEqual(problemsOf(some), [])
  })

  test('fails for an unknown user', async () => {
    assert.deepEqual(await resultOf({ user: '999999' }), { kind: 'failed', why: 'there is no such user' })
  })

  test('shows no user id, order, amount or entry of any other account', () => {
    const text = JSON.stringify(proof)
    let others = 0
    for (const { seq, packed } of history.batches) {
      const page = pageOf(packed)
      const isShown = proof.batches.some((batch) => batch.seq === seq)
      for (const { userId, entries, salt } of page.accounts) {
        if (userId === subject) continue
        if (isShown) others += 1
        assert.ok(!text.includes(salt.toString('hex')))
        for (const at of entries)
          assert.ok(!text.includes(JSON.stringify(page.texts.entries[at]).slice(1, -1)))
      }
    }
    const numbers = new Set(text.match(/\d+/g))
    const own = amountsOf((userId) => userId === subject)
    const foreign = [...amountsOf((userId) => userId !== subject)].filter((amount) => !own.has(amount))
    assert.ok(foreign.length > 20)
    assert.deepEqual(
      foreign.filter((amount) => numbers.has(amount)),
      [],
    )
    assert.ok(others > 0, 'some batches hold entries of several accounts')
    const named = [...text.matchAll(/userId\\?":(\d+)/g)].map(([, id]) => Number(id))
    assert.deepEqual([...new Set(named)], [subject])
    const ownOrders = new Set(
      history.batches.flatMap(({ orders }) =>
        orders.filter(({ userId }) => userId === subject).map(({ id }) => id),
      ),
    )
    const ids = proof.batches.flatMap(({ entries }) =>
      entries.flatMap((entry) => orderIds(JSON.parse(entry))),
    )
    assert.ok(ids.length > 0 && ids.every((id) => ownOrders.has(id)))
  })
})

/** Balances, transfers, margins and profits of these users, if they have so many digits that they identify a user. */
function amountsOf(isIt: (userId: number) => boolean): ReadonlySet<string> {
  const amounts = history.batches.flatMap(({ accounts, transfers, orders }) => [
    ...accounts.filter(({ userId }) => isIt(userId)).flatMap(({ cash, locked }) => [cash, locked]),
    ...transfers.filter(({ userId }) => isIt(userId)).map(({ amount }) => amount),
    ...orders.filter(({ userId }) => isIt(userId)).flatMap(({ margin, profit }) => [margin, profit ?? 0]),
  ])
  return new Set(amounts.map((amount) => String(Math.abs(amount))).filter((digits) => digits.length > 6))
}

function orderIds(entry: {
  readonly outcome: { readonly effects?: { readonly orders: readonly { readonly id: number }[] } }
}) {
  return (entry.outcome.effects?.orders ?? []).map(({ id }) => id)
}

describe('the check of a proof', () => {
  test('finds every changed byte of the file', () => {
    const some = { ...proof, batches: proof.batches.filter(({ path }) => path.length > 0).slice(0, 2) }
    const file = Buffer.from(JSON.stringify({ ...some, batches: some.batches.slice(0, 1) }))
    assert.deepEqual(checkProof(JSON.parse(file.toString())).problems, [])
    fc.assert(
      fc.property(fc.nat({ max: file.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(file)
        changed.writeUInt8(changed.readUInt8(at) ^ mask, at)
        assert.notDeepEqual(checkProof(parsed(changed)).problems, [])
      }),
      { numRuns: 2000 },
    )
  })

  type Change = (batch: AccountProof['batches'][number]) => object
  const changes: readonly (readonly [name: string, change: Change])[] = [
    ['another version', ({ version }) => ({ version: version + 1 })],
    ['other changes', ({ changes: count }) => ({ changes: count + 1 })],
    ['another position', ({ seq }) => ({ seq: seq + 1000 })],
    ['another group', () => ({ group: 1 })],
    ['another salt', ({ salt }) => ({ salt: salt.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })],
    ['a salt in capitals', () => ({ salt: 'A'.repeat(32) })],
    ['another root', () => ({ root: '0'.repeat(64) })],
    ['another hash', () => ({ hash: '0'.repeat(64) })],
    ['another previous hash', () => ({ previousHash: '0'.repeat(64) })],
    ['another packed hash', () => ({ packedHash: '0'.repeat(64) })],
    ['a shorter path', ({ path }) => ({ path: path.slice(1) })],
    [
      'a path with swapped sides',
      ({ path }) => ({
        path: path.map((step) => ({ ...step, side: step.side === 'left' ? 'right' : 'left' })),
      }),
    ],
    ['a missing entry', ({ entries }) => ({ entries: entries.slice(1) })],
    ['an entry twice', ({ entries }) => ({ entries: [...entries, ...entries] })],
    [
      'another order in an entry',
      ({ entries }) => ({ entries: entries.map((entry) => entry.replace(/"lots":\d+/, '"lots":1')) }),
    ],
    ['an entry with a space', ({ entries }) => ({ entries: entries.map((entry) => `${entry} `) })],
    ['a shared value that is missing', () => ({ shared: {} })],
    ['a shared value too many', ({ shared }) => ({ shared: { ...shared, 99: '{}' } })],
    ['an unknown field', () => ({ note: 'trust me' })],
  ]
  for (const [name, change] of changes)
    test(`finds ${name}`, () => {
      const at = proof.batches.findIndex(
        ({ path, entries, shared }) =>
          path.length > 1 &&
          Object.keys(shared).length > 0 &&
          entries.some((entry) => entry.includes('"lots":')),
      )
      assert.notEqual(at, -1)
      const batches = proof.batches.map((batch, index) =>
        index === at ? { ...batch, ...change(batch) } : batch,
      )
      assert.notDeepEqual(problemsOf({ ...proof, batches }), [])
    })

  test('finds another user, a batch left out, and batches in another order', () => {
    const isChange = ({ changes: count }: { readonly changes: number }) => count > 0
    const middle = proof.batches.slice(1, -1).findIndex(isChange) + 1
    for (const changed of [
      { ...proof, userId: subject + 1 },
      { ...proof, batches: proof.batches.filter((_, at) => at !== middle) },
      { ...proof, batches: proof.batches.toReversed() },
      { ...proof, batches: [...proof.batches, ...proof.batches.slice(-1)] },
    ])
      assert.notDeepEqual(problemsOf(changed), [])
  })

  for (const wrong of [
    null,
    [],
    {},
    { format: 'openlot proof 1' },
    { format: 'openlot proof 2', userId: 1, batches: [], links: [] },
  ])
    test(`refuses ${JSON.stringify(wrong)}`, () => {
      assert.equal(checkProof(wrong).proof, undefined)
      assert.equal(checkProof(wrong).problems.length, 1)
    })
})

describe('published heads', () => {
  test('are compared with the batches of the proof and those before them', () => {
    const { seq } = proof.batches.at(-1) ?? assert.fail()
    const heads = proof.batches.map((batch) => headOf(batch.seq))
    assert.deepEqual(problemsOf(proof, [...heads, headOf(seq - 1)]), [])
    const wrong = { seq, hash: '0'.repeat(64) }
    assert.deepEqual(problemsOf(proof, [...heads.slice(0, -1), wrong]), [
      `batch ${seq}: has another hash than the given head`,
    ])
  })

  test('check only the batches from which consecutive rows lead to them', () => {
    const { seq } = proof.batches.at(-1) ?? assert.fail()
    const others = proof.batches.filter((batch) => batch.seq !== seq)
    assert.ok(others.length > 0)
    assert.deepEqual(
      problemsOf(proof, [headOf(seq)]),
      others.map((batch) => `batch ${batch.seq}: no row of the proof leads from it to a given head`),
    )
  })

  test('of later batches are reached by links', async () => {
    const toSeq = (batchesOf(subject).at(3) ?? 0) + 1
    const head = headOf(toSeq)
    const [unreached] = problemsOf(await proofOf({ user: String(subject), toSeq: toSeq - 1 }), [head])
    assert.equal(unreached, `batch ${toSeq}: the proof does not reach this head`)
    const linked = await proofOf({ user: String(subject), toSeq, hasLinks: true })
    assert.deepEqual(problemsOf(linked, [head]), [])
    assert.ok(linked.links.length > 0)
    const links = linked.links.map((link) => ({ ...link, root: '0'.repeat(64) }))
    assert.notDeepEqual(problemsOf({ ...linked, links }, [head]), [])
    assert.notDeepEqual(problemsOf({ ...linked, batches: [] }), [])
  })
})

test('a proof over a limit of one file fails, and says which options help', async () => {
  const limited = async (limits: Readonly<Record<'batches' | 'links', number>>, range: Omit<Range, 'user'>) =>
    await createProof(history.database.pool, { user: String(subject), hasLinks: true, ...range }, limits)
  const all = await proofOf({ user: String(subject), hasLinks: true })
  const exact = { batches: all.batches.length, links: all.links.length }
  assert.ok(exact.links > 1)
  assert.equal((await limited(exact, {})).kind, 'proof')
  assert.deepEqual(await limited({ ...exact, batches: exact.batches - 1 }, {}), {
    kind: 'failed',
    isTooLarge: true,
    why: `one file holds at most ${exact.batches - 1} batches of the user: use --from and --to`,
  })
  const fewerLinks = { ...exact, links: exact.links - 1 }
  assert.deepEqual(await limited(fewerLinks, {}), {
    kind: 'failed',
    isTooLarge: true,
    why: `one file holds at most ${fewerLinks.links} links, from the user's first batch on: use --to with the number of an earlier head, or a later --from`,
  })
  const [toSeq, fromSeq] = [(all.links.at(-1)?.seq ?? 0) - 1, (all.links[0]?.seq ?? 0) + 1]
  assert.equal((await limited(fewerLinks, { toSeq })).kind, 'proof')
  assert.equal((await limited(fewerLinks, { fromSeq })).kind, 'proof')
})

test('a tampered journal gives no proof', async () => {
  const result = await history.whileTampered(
    (query) =>
      query(`update journal set root = set_bit(root, 9, 1 - get_bit(root, 9)) where seq = $1`, [
        batchesOf(subject)[0],
      ]),
    () => resultOf({ user: String(subject) }),
  )
  assert.equal(result.kind, 'failed')
})

test('entries of batches without the user are not decoded', async () => {
  const own = new Set(batchesOf(subject))
  const others = history.batches.filter(({ seq }) => !own.has(seq))
  assert.ok(others.length > 0)
  const found = await history.whileTampered(
    async (query) => {
      for (const { seq, packed } of others) {
        const { accounts, texts } = pageOf(packed)
        const page = packPage({ accounts, shared: texts.shared, entries: ['{no JSON'] })
        await query('update journal set packed = $2 where seq = $1', [seq, page])
      }
    },
    () => proofOf({ user: String(subject) }),
  )
  assert.deepEqual(found, proof)
})

test('a number that is the uid of one user and the id of another gives no proof', async () => {
  await history.database.query(
    `insert into users (id, uid, is_demo, demo_key, created_at) overriding system value
     values (40000001, '49999999', true, sha256('other'), now())`,
  )
  const result = await resultOf({ user: '40000001' })
  assert.match(result.kind === 'failed' ? result.why : '', /^two users match/)
})

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
