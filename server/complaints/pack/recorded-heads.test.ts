// The head of a pack stays recorded, so a genuine pack passes with the recorded heads however old it is.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { checkPack } from '#server/complaints/pack/check-pack.ts'
import { makePack } from '#server/complaints/pack/make-pack.ts'
import type { EvidencePack } from '#server/complaints/pack/pack-format.ts'
import { readRecordedHeads } from '#server/complaints/pack/recorded-heads.ts'
import { headsPath, startHeads } from '#server/heads/heads.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTradedComplaint, type TradedComplaint } from '#test/complaints/traded-complaint.ts'
import { headsKey } from '#test/heads/recorded-heads.ts'

const dayMs = 86_400_000

let day: TradedComplaint
let dataDir: string
let bytes: Buffer
let pack: EvidencePack
const timers = createFakeTimers(Date.UTC(2026, 10, 5, 14, 30))

async function start() {
  const { clock } = timers
  const log = createLog('error', { write: (line) => assert.fail(line) })
  const { pool } = day.fixture.app.database
  const rest = { headsUrl: undefined, secretKey: headsKey, metrics: createMetrics() }
  return await startHeads({ pool, dataDir, clock, timers, log, ...rest })
}

before(async () => {
  day = await createTradedComplaint()
  dataDir = mkdtempSync(join(tmpdir(), 'openlot-recorded-'))
  const heads = await start()
  const { pool } = day.fixture.app.database
  bytes = await makePack({ pool, dataDir, recordHead: heads.record }, day.complaintId)
  pack = JSON.parse(bytes.toString())
  // A later head of the same minute.
  await day.open(day.other)
  await heads.stop()
})
after(async () => {
  await day.stop()
  rmSync(dataDir, { recursive: true })
})

describe('the recorded head of a pack', () => {
  test('is still there when all others of its day are thinned out', async () => {
    assert.equal((await readRecordedHeads(dataDir)).length, 2)
    timers.advance(100 * dayMs)
    await (await start()).stop()
    const heads = await readRecordedHeads(dataDir)
    assert.ok(heads.some(({ seq }) => seq === pack.proofs[0]?.head?.seq))
    assert.equal(pack.proofs[0]?.head?.isRecorded, true)
    const { problems, unconfirmed } = await checkPack(bytes, { heads })
    assert.deepEqual([problems, unconfirmed], [[], []])
  })

  test('that is no longer there is a note if the database confirms it, and a problem otherwise', async () => {
    const [, other] = readFileSync(headsPath(dataDir), 'utf8').split('\n')
    writeFileSync(headsPath(dataDir), `${other}\n`)
    const heads = await readRecordedHeads(dataDir)
    const { pool: database } = day.fixture.app.database
    const seq = pack.proofs[0]?.head?.seq
    const { problems, notes, unconfirmed } = await checkPack(bytes, { heads, database })
    assert.deepEqual([problems, unconfirmed], [[], []])
    assert.ok(
      notes.includes(`The head of batch ${seq} is not among the given ones. Only the database confirms it.`),
    )
    assert.deepEqual((await checkPack(bytes, { heads })).problems, [
      `The head of batch ${seq} is not among the published ones.`,
    ])
  })
})
