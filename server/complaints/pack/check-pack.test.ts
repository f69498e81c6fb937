// Packs of a real trading day: a good one passes, and each kind of tampering is found.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { PublishedHead } from '#server/complaints/pack/check-heads.ts'
import { checkPack } from '#server/complaints/pack/check-pack.ts'
import { comparePack } from '#server/complaints/pack/compare-pack.ts'
import { encodePack } from '#server/complaints/pack/encode-pack.ts'
import { makePack } from '#server/complaints/pack/make-pack.ts'
import type { EvidencePack, HeadedProof } from '#server/complaints/pack/pack-format.ts'
import { readProven } from '#server/complaints/pack/proven-entries.ts'
import { checkOwnProof, checkProof, type JournalHead } from '#server/engine/engine.ts'
import { type Tampering, tamperings } from '#test/complaints/tampered-packs.ts'
import { createTradedComplaint, type TradedComplaint } from '#test/complaints/traded-complaint.ts'
import { withOwner } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'

let day: TradedComplaint
let bytes: Buffer
let pack: EvidencePack
let heads: readonly JournalHead[]

const make = (complaintId: number, limits?: Parameters<typeof makePack>[0]['limits']) =>
  makePack(
    {
      pool: day.fixture.app.database.pool,
      dataDir: day.dataDir,
      recordHead: async () => {},
      ...(limits === undefined ? {} : { limits }),
    },
    complaintId,
  )

before(async () => {
  day = await createTradedComplaint()
  bytes = await make(day.complaintId)
  pack = JSON.parse(bytes.toString())
  heads = pack.proofs.flatMap(({ head }) => (head === null ? [] : [{ seq: head.seq, hash: head.hash }]))
})
after(async () => await day.stop())

/** Through the bytes of a file. */
async function problemsOf(changed: unknown, given: readonly PublishedHead[] = heads) {
  const file = await encodePack(changed as EvidencePack, async () => {})
  return (await checkPack(file, { heads: given })).problems
}

async function afterChange(change: Tampering[1]) {
  const copy = structuredClone(pack)
  change(copy)
  return await problemsOf(copy)
}

/** Each batch is shown alone. */
const nothingLinked = { batches: 2000, links: 2, journalBytes: 0 }

/** Only the last batches lead to a head. */
const someLinked = { batches: 2000, links: 2, journalBytes: 1e9 }

async function complain({ token }: { readonly token: string }, order: number): Promise<number> {
  const body = { text: 'Mine.', orders: String(order) }
  const { data } = await day.fixture.app.call({ url: '/api/complaint/file', token, body })
  return data.id
}

describe('a pack', () => {
  test('passes with the published head and agrees with the database', async () => {
    const { problems, notes, sha256 } = await checkPack(bytes, { heads })
    assert.deepEqual(problems, [])
    const last = pack.proofs.at(-1)?.proof.batches.at(-1)
    assert.deepEqual(notes, [
      `The rows are as of batch ${pack.asOf.seq}. The last proven change is version ${last?.version} of the account, in batch ${last?.seq}: later changes may be missing.`,
    ])
    // The fixture makes it beside the tests.
    await eventually(async () => {
      const { rows } = await day.fixture.app.database.query<{ sha256: string | null }>(
        'select sha256 from evidence_packs',
      )
      return /^[0-9a-f]{64}$/.test(rows[0]?.sha256 ?? '')
    }, 'the pack has a SHA-256')
    const differences = await comparePack(day.fixture.app.database.pool, pack, sha256)
    assert.deepEqual(
      differences.filter((line) => !line.includes('another pack')),
      [],
    )
  })

  test('has the bytes of another one made of the same journal', async () => {
    assert.ok((await make(day.complaintId)).equals(bytes))
  })

  test('is checked and read by the server in slices', async () => {
    const proofs = pack.proofs.map(({ proof }) => proof)
    const [proof = assert.fail()] = proofs
    let pauses = 0
    const pause = async () => {
      pauses += 1
    }
    assert.deepEqual((await checkOwnProof(proof, pause)).problems, [])
    assert.ok(proof.batches.length > 5 && pauses >= proof.batches.length)
    pauses = 0
    await readProven(proofs, pack.asOf.seq, pause)
    assert.ok(pauses >= proof.batches.length)
    const { root = assert.fail() } = proof.batches[1] ?? {}
    const changed = JSON.parse(JSON.stringify(proof).replaceAll(root, 'a'.repeat(64)))
    assert.deepEqual((await checkOwnProof(changed, pause)).problems, checkProof(changed).problems)
  })

  test('shows the whole orders with their receipts and every balance, also of parts and earlier orders', () => {
    const ids = pack.orders.map(({ id }) => id)
    assert.ok([day.position, day.pending, day.amended].every((id) => ids.includes(id)))
    assert.ok(pack.orders.some(({ parentId }) => parentId === day.position))
    assert.ok(pack.orders.every(({ placed }) => placed.quote !== null || placed.rule !== 'market_order'))
    assert.ok(pack.ledger.length >= 4 && pack.ledger.every(({ balances }) => balances !== null))
    assert.deepEqual(
      [...pack.deposits, ...pack.withdrawals].map(({ movement }) => movement?.state),
      ['credited', 'locked'],
    )
  })

  test('shows nothing of another user and no operator in its rows', () => {
    const file = bytes.toString()
    const named = [...file.matchAll(/userId\\?":(\d+)/g)].map(([, id]) => Number(id))
    assert.deepEqual([...new Set(named)], [pack.userId])
    assert.ok(!file.includes(day.other.email) && !file.includes(day.fixture.ann.email))
    const { proofs: _, ...rows } = pack
    assert.doesNotMatch(JSON.stringify(rows), /operatorId|reviewerId|approverId/i)
    assert.ok(!pack.orders.some(({ id }) => id === day.foreign))
  })

  test('of a journal that is too long shows the batches of known decisions, and says so', async () => {
    const parts = await make(day.complaintId, someLinked)
    const { problems, notes, pack: read } = await checkPack(parts)
    assert.deepEqual(problems, [])
    assert.ok((read?.proofs.length ?? 0) > 3)
    assert.ok(notes.some((note) => note.includes(`Order ${day.position} is not proven completely`)))
  })

  test('of a journal too long for any link finds the batch of each decision within a second', async () => {
    const { problems, pack: read } = await checkPack(await make(day.complaintId, nothingLinked))
    assert.deepEqual(problems, [])
    const { pool: database } = day.fixture.app.database
    const {
      problems: differing,
      notes,
      unconfirmed,
    } = await checkPack(await make(day.complaintId, nothingLinked), { heads, database })
    assert.deepEqual(differing, [])
    assert.ok(!notes.some((note) => note.includes('leads to no head')), JSON.stringify(notes))
    assert.deepEqual(unconfirmed, [])
    const listed = read?.unproven.map(({ record }) => record) ?? []
    assert.ok(!listed.includes(`order:${day.amended}`) && listed.includes(`order:${day.position}`))
  })

  test('of a position whose stop was set in an unknown batch says so, and finds other changes', async () => {
    const { Id: id } = await day.open(day.other)
    await day.trade(day.other, 'set_stop_price', { id, stop_loss_price: '1.10000' })
    const parts = await make(await complain(day.other, id), nothingLinked)
    assert.deepEqual((await checkPack(parts)).problems, [])
    const changed = JSON.parse(parts.toString())
    assert.deepEqual(changed.unproven, [{ record: `order:${id}`, why: 'range' }])
    changed.orders[0].closePrice = 114_400
    assert.deepEqual(await problemsOf(changed, []), [
      `Order ${id}: its closePrice is null in the journal, but 114400 in the pack.`,
    ])
  })
})

describe('the check of a pack', () => {
  for (const [what, change, expected] of tamperings)
    test(`finds ${what}`, async () => {
      const problems = await afterChange(change)
      assert.ok(
        problems.some((problem) => expected.test(problem)),
        JSON.stringify(problems),
      )
    })

  test('lists open orders and open withdrawals of a long journal as not proven completely', async () => {
    const parts = await make(day.complaintId, nothingLinked)
    const { unproven, withdrawals }: EvidencePack = JSON.parse(parts.toString())
    assert.ok(unproven.some(({ record }) => record === `withdrawal:${withdrawals[0]?.id}`))
    assert.deepEqual((await checkPack(parts)).problems, [])
  })

  test('finds the entry of another user, and the pack of another complaint', async () => {
    const id = await complain(day.other, day.foreign)
    const other: EvidencePack = JSON.parse((await make(id)).toString())
    assert.notDeepEqual(await problemsOf({ ...pack, proofs: other.proofs }, []), [])
    const own = await checkPack(await make(id))
    const shown = await comparePack(
      day.fixture.app.database.pool,
      { ...other, complaint: pack.complaint },
      own.sha256,
    )
    assert.ok(shown.includes('The complaint is of another user in the database.'), JSON.stringify(shown))
  })

  test('finds a head that is not published, and one that differs', async () => {
    const [head] = heads
    assert.ok(head)
    const later = await problemsOf(pack, [{ ...head, seq: head.seq + 1 }])
    assert.deepEqual(later, [`The head of batch ${head.seq} is not among the published ones.`])
    const differing = await problemsOf(pack, [{ ...head, hash: '0'.repeat(64) }])
    assert.deepEqual(differing, [`The hash of batch ${head.seq} differs from the published head.`])
  })

  test('finds a journal rewritten before its head by each earlier head', async () => {
    const [{ proof } = assert.fail()] = pack.proofs
    const [first, second] = proof.batches
    assert.ok(first && second && proof.links[0])
    const kept = [
      { seq: first.seq - 1, hash: first.previousHash },
      { seq: second.seq, hash: second.hash },
    ]
    assert.deepEqual(await problemsOf(pack, [...heads, ...kept]), [])
    for (const seq of [first.seq - 1, second.seq, proof.links[0].seq])
      assert.deepEqual(await problemsOf(pack, [...heads, { seq, hash: 'a'.repeat(64) }]), [
        `The hash of batch ${seq} differs from the published head.`,
      ])
  })

  test('reports heads that contradict each other or say that the history was replaced', async () => {
    const seq = (heads[0]?.seq ?? 0) + 5
    const others = ['a', 'b'].map((digit) => ({ seq, hash: digit.repeat(64) }))
    assert.deepEqual(await problemsOf(pack, [...heads, ...others]), [
      `Published heads of batch ${seq} contradict each other.`,
    ])
    const [replaced] = await problemsOf(
      pack,
      heads.map((head) => ({ ...head, differs: true })),
    )
    assert.match(
      replaced ?? '',
      /^The published head of batch \d+ says that the history before it was replaced/,
    )
  })

  test('says which records were changed after the moment of the rows', async () => {
    const copy = structuredClone(pack)
    const [before, last] = copy.proofs[0]?.proof.batches.slice(-2) ?? []
    assert.ok(before && last)
    const earlier = { ...copy, asOf: { seq: before.seq, hash: before.hash } }
    const { notes } = await checkPack(await encodePack(earlier, async () => {}))
    const [withdrawal] = pack.withdrawals
    assert.ok(
      notes.includes(
        `Withdrawal ${withdrawal?.id} was changed in batch ${last.seq}. The rows show it as of batch ${before.seq}.`,
      ),
      JSON.stringify(notes),
    )
  })

  test('finds that published heads confirm nothing of a pack without proofs', async () => {
    const deposits = pack.deposits.map((deposit) => ({ ...deposit, movement: null }))
    const complaint = { ...pack.complaint, orders: [], withdrawals: [] }
    const nothing = { orders: [], withdrawals: [], ledger: [], proofs: [] }
    const emptied: EvidencePack = { ...pack, ...nothing, complaint, deposits }
    assert.deepEqual(await problemsOf(emptied), [
      'No proof of the pack leads to a head, so the published ones confirm nothing.',
    ])
    const { notes } = await checkPack(await encodePack(emptied, async () => {}))
    assert.ok(
      notes.includes(`Deposit ${deposits[0]?.id} has no decision. The pack cannot show that there was none.`),
    )
  })

  test('finds any flipped byte with the SHA-256, and most without', async () => {
    const { sha256 } = await checkPack(bytes)
    for (let at = 1; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
      const { problems } = await checkPack(flipped, { sha256 })
      assert.equal(problems[0], 'The SHA-256 of the file is not the given one.', `byte ${at}`)
    }
    const spaced = Buffer.from(bytes.toString().replace('"userId":', '"userId": '))
    assert.deepEqual((await checkPack(spaced)).problems, ['The file is not written as the server writes it.'])
  })
})

describe('npm run check-pack', () => {
  const tool = fileURLToPath(new URL('../../../tools/check-pack.ts', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'openlot-check-pack-'))
  after(() => rmSync(folder, { recursive: true }))

  async function run(...args: readonly string[]) {
    const env = { ...process.env, DATABASE_URL: day.fixture.app.database.url, DATA_DIR: folder }
    const child = spawn(process.execPath, [tool, ...args], { env, cwd: folder })
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { out, error, exitCode: await exited }
  }

  test('exits with 0 for a good pack, 1 for a problem, 2 if it cannot run and 3 if nothing confirms a record', async () => {
    const { app } = day.fixture
    const { rows } = await app.database.query<{ content: Buffer }>(
      'select content from evidence_packs where complaint_id = $1',
      [day.complaintId],
    )
    const file = join(folder, 'pack.json')
    const stored = rows[0]?.content ?? assert.fail()
    writeFileSync(file, stored)
    const [{ head } = assert.fail()] = JSON.parse(stored.toString()).proofs
    const good = await run(file, '--head', `${head.seq}:${head.hash}`, '--database')
    assert.deepEqual([good.error, good.exitCode], ['', 0], good.out)
    assert.match(
      good.out,
      /^SHA-256 .*\ncomplaint .*\nrows .*\nproven by .*\nhead .*\nNothing wrong was found\.$/m,
    )
    const alone = await run(file)
    assert.equal(alone.exitCode, 0)
    assert.match(
      alone.out,
      /^Nothing wrong was found, but only the agreement of the file with itself was checked\.$/m,
    )
    const listed = JSON.parse((await make(day.complaintId, someLinked)).toString())
    const partly = join(folder, 'partly.json')
    const first = listed.proofs.find(({ head }: HeadedProof) => head !== null)
    writeFileSync(partly, await encodePack(listed, async () => {}))
    const unconfirmed = await run(partly, '--head', `${first.head.seq}:${first.head.hash}`)
    assert.deepEqual([unconfirmed.error, unconfirmed.exitCode], ['', 3], unconfirmed.out)
    assert.match(unconfirmed.out, /^NOTE {9}Order \d+ is not confirmed: no given head or database confirms/m)
    assert.match(unconfirmed.out, /^Not confirmed: nothing wrong was found, but \d+ of the records/m)
    await withOwner(app.database.url, async (owner) => {
      await owner.query('set session_replication_role = replica')
      // Closed in parts since: more orders than a pack would hold.
      await owner.query(
        `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', o.id + n * 1000))).*
         from orders o, generate_series(1, 300) n where parent_id = $1`,
        [day.position],
      )
    })
    assert.equal((await run(file, '--head', `${head.seq}:${head.hash}`, '--database')).exitCode, 0)
    await withOwner(app.database.url, async (owner) => {
      await owner.query('set session_replication_role = replica')
      await owner.query('update transfers set amount = amount + 1 where reference like $1', ['deposit:%'])
    })
    const changed = await run(file, '--database')
    assert.equal(changed.exitCode, 1)
    assert.match(
      changed.out,
      /^FOUND {8}Transfer \d+: its amount is \d+ in the database, but \d+ in the pack\.$/m,
    )
    const missing = await run(join(folder, 'nothing.json'))
    assert.deepEqual([missing.exitCode, missing.out], [2, ''])
  })
})
