// Packs whose proofs and rows agree, but hide a decision or contain a made-up one.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkPack } from '#server/complaints/pack/check-pack.ts'
import { encodePack } from '#server/complaints/pack/encode-pack.ts'
import { makePack } from '#server/complaints/pack/make-pack.ts'
import type { EvidencePack, HeadedProof } from '#server/complaints/pack/pack-format.ts'
import { type ProvenRecords, readProven } from '#server/complaints/pack/proven-entries.ts'
import type { JournalHead } from '#server/engine/engine.ts'
import {
  endingAtLastBatch,
  inventedProof,
  showing,
  withoutBatch,
  withRowsOf,
} from '#test/complaints/forged-packs.ts'
import { createTradedComplaint, type TradedComplaint } from '#test/complaints/traded-complaint.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'

let day: TradedComplaint
/** Of a position that was closed and a withdrawal that was cancelled, with other changes after each of them. */
let pack: EvidencePack
let whole: HeadedProof
let proven: ProvenRecords
let [position, withdrawal] = [0, 0]

before(async () => {
  day = await createTradedComplaint()
  const { fixture } = day
  const { app } = fixture
  const user = await fixture.user()
  await fixture.fund(user, 2000)
  position = (await day.open(user)).Id
  withdrawal = await fixture.drawn(user, await fixture.bindAddress(user, tronAddress), '100')
  await day.trade(user, 'close', { id: position })
  // Puts a batch without entries of the user after the closing one.
  await day.open(day.other)
  const pending = { status: 0, target_price: '1.10000' }
  await day.open(user, pending)
  const { token } = user
  await app.call({ url: '/api/account/draw_cancel', token, form: { id: String(withdrawal) } })
  await day.open(user, pending)
  const body = { text: 'Mine.', orders: String(position), withdrawals: String(withdrawal) }
  const { data } = await app.call({ url: '/api/complaint/file', token, body })
  const { pool } = app.database
  pack = JSON.parse((await makePack({ pool, dataDir: day.dataDir, recordHead }, data.id)).toString())
  whole = pack.proofs[0] ?? assert.fail()
  proven = await readProven([whole.proof], pack.asOf.seq, async () => {})
})
after(async () => await day.stop())

const recordHead = async () => {}

/** With the heads of the pack, unless others are given. */
async function check(forged: EvidencePack, heads: readonly JournalHead[] = headsOf(forged)) {
  return await checkPack(await encodePack(forged, async () => {}), { heads })
}

function headsOf({ proofs }: EvidencePack): readonly JournalHead[] {
  return proofs.flatMap(({ head }) => (head === null ? [] : [{ seq: head.seq, hash: head.hash }]))
}

/** The batches that placed the position and closed it. */
function batchesOfPosition() {
  const seqs = proven.batches.get(`order:${position}`)
  const [opening, closing] = [seqs?.[0], seqs?.at(-1)].map(
    (seq) => whole.proof.batches.find((batch) => batch.seq === seq) ?? assert.fail(),
  )
  return { opening: opening ?? assert.fail(), closing: closing ?? assert.fail() }
}

describe('a batch that is cut out between two proofs', () => {
  test('is found if the order is shown as open or the withdrawal as locked', async () => {
    for (const [record, expected] of [
      [`order:${position}`, `Order ${position}: is open`],
      [`withdrawal:${withdrawal}`, `Withdrawal ${withdrawal}: is locked`],
    ] as const) {
      const forged = await withoutBatch(pack, proven.batches.get(record)?.at(-1) ?? 0)
      const last = forged.proofs[0]?.proof.batches.at(-1)?.seq
      assert.deepEqual((await check(forged)).problems, [
        `${expected}, but changes after batch ${last} are missing.`,
      ])
    }
  })

  test('leaves a record unconfirmed that is listed as not proven completely', async () => {
    const forged = await withoutBatch(pack, batchesOfPosition().closing.seq)
    const unproven = [{ record: `order:${position}`, why: 'range' as const }]
    const { problems, notes, unconfirmed } = await check({ ...forged, unproven })
    assert.deepEqual(problems, [])
    assert.ok(notes.some((note) => note.startsWith(`Order ${position} is not proven completely`)))
    const last = forged.proofs[0]?.proof.batches.at(-1)?.seq
    assert.deepEqual(unconfirmed, [
      `Order ${position} is not confirmed: no confirmed batch shows what changed after batch ${last}.`,
    ])
  })

  test('is found if the proofs are swapped', async () => {
    const { opening } = batchesOfPosition()
    const proofs = [
      showing(whole, ({ seq }) => seq > opening.seq),
      showing(whole, ({ seq }) => seq <= opening.seq),
    ]
    const numbers = whole.proof.batches.map(({ seq }) => seq)
    const { problems } = await check({ ...pack, proofs })
    const expected = `Batch ${numbers[0]}: the version of the account before it is lower than in batch ${numbers.at(-1)}.`
    assert.ok(problems.includes(expected), JSON.stringify(problems))
  })
})

/** The pack of the position alone. The first proof ends with the last batch before the closing one. */
function untilClosing() {
  const { opening, closing } = batchesOfPosition()
  const complaint = { ...pack.complaint, withdrawals: [] }
  const linked = showing(whole, ({ seq }) => seq < closing.seq)
  const last = linked.proof.batches.at(-1) ?? assert.fail()
  return {
    ...{ opening, closing, last, linked, earlier: endingAtLastBatch(linked) },
    own: { ...pack, complaint, withdrawals: [] },
    /** In place of the closing batch, with the next version. */
    invent(change: (effects: ReturnType<typeof JSON.parse>) => void): HeadedProof {
      const { seq, previousHash } = closing
      return inventedProof(whole, closing, {
        ...{ seq, previousHash, version: last.version + 1 },
        change: ({ outcome }) => change(outcome.effects),
      })
    },
  }
}

describe('a made-up batch', () => {
  const worse = ({ orders }: ReturnType<typeof JSON.parse>) => {
    orders[0].closePrice -= 100
  }

  test('after the last head leaves what it decides unconfirmed', async () => {
    const { closing, earlier, own, invent } = untilClosing()
    const forged = await withRowsOf({ ...own, proofs: [earlier, invent(worse)] })
    assert.notDeepEqual(forged.orders, pack.orders)
    const { problems, unconfirmed } = await check(forged)
    assert.deepEqual(problems, [])
    const why = `is not confirmed: no given head or database confirms batch ${closing.seq}, which changed it.`
    assert.ok(unconfirmed.includes(`Order ${position} ${why}`), JSON.stringify(unconfirmed))
    assert.ok(unconfirmed.some((line) => line.startsWith('Transfer ') && line.endsWith(why)))
    assert.deepEqual((await check(forged, [])).unconfirmed, [])
    const { pool: database } = day.fixture.app.database
    const stored = await checkPack(await encodePack(forged, async () => {}), { database })
    assert.ok(stored.unconfirmed.includes(`Order ${position} ${why}`))
  })

  test('leaves an order unconfirmed whose real closing it replaces', async () => {
    const { closing, last, earlier, own, invent } = untilClosing()
    const later = showing(whole, ({ seq }) => seq > closing.seq)
    const other = invent(({ orders, transfers }) => {
      for (const order of orders) order.id = 999_999
      for (const transfer of transfers) transfer.orderId = 999_999
    })
    const forged = await withRowsOf({ ...own, proofs: [earlier, other, later] })
    const { problems, unconfirmed } = await check(forged)
    assert.deepEqual(problems, [])
    assert.deepEqual(unconfirmed, [
      `Order ${position} is not confirmed: no confirmed batch shows what changed after batch ${last.seq}.`,
    ])
  })

  test('is found in the range of another proof', async () => {
    const { closing, linked, own, invent } = untilClosing()
    const forged = await withRowsOf({ ...own, proofs: [linked, invent(worse)] })
    assert.deepEqual((await check(forged, [])).problems, [
      `Batch ${closing.seq}: has another hash elsewhere in the pack.`,
    ])
  })
})

describe('a record that is listed as not proven completely', () => {
  test('is unconfirmed if its row differs from its last entry', async () => {
    const { earlier, own } = untilClosing()
    const unproven = [{ record: `order:${position}`, why: 'range' as const }]
    const forged = await withRowsOf({ ...own, proofs: [earlier], unproven })
    const { problems, unconfirmed } = await check({ ...forged, orders: pack.orders })
    assert.deepEqual(
      [problems, unconfirmed],
      [[], [`Order ${position} is not confirmed: no entry of the pack shows its last change.`]],
    )
  })

  test('is unconfirmed if no entry is about it', async () => {
    const { closing, own } = untilClosing()
    const proofs = [showing(whole, ({ seq }) => seq > closing.seq)]
    const records = [`order:${position}`, ...pack.ledger.map(({ id }) => `transfer:${id}`)]
    const unproven = records.map((record) => ({ record, why: 'range' as const }))
    const { problems, unconfirmed } = await check({ ...own, proofs, unproven })
    assert.deepEqual(problems, [])
    const known = await readProven(
      proofs.map(({ proof }) => proof),
      pack.asOf.seq,
      async () => {},
    )
    assert.deepEqual(
      unconfirmed.map((line) => line.split(' is not')[0]?.toLowerCase().replace(' ', ':')),
      records.filter((record) => !known.batches.has(record)),
    )
    assert.equal(unconfirmed[0], `Order ${position} is not confirmed: no entry of the pack is about it.`)
  })
})
