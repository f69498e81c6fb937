// Imports in two steps: a preview, and the import of exactly what was previewed.
import { hash } from 'node:crypto'
import { recordAudit } from '#server/audit/audit.ts'
import {
  countEvents,
  insertEvents,
  lockEvents,
  readImported,
  recordChanges,
  updateEvents,
} from '#server/calendar/calendar-store.ts'
import type {
  Editor,
  FileReading,
  ImportFile,
  ImportPlan,
  ImportResult,
  PlannedRow,
  PreviewResult,
} from '#server/calendar/calendar-types.ts'
import { planImport } from '#server/calendar/import/plan-import.ts'
import { readInThread } from '#server/calendar/import/read-thread.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Timers } from '#server/platform/timers.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

type ImportParts = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly timers: Timers
  readonly mostEvents: number
}

export type Imports = {
  readonly preview: (file: ImportFile) => Promise<PreviewResult>
  readonly run: (file: ImportFile, digest: string, editor: Editor) => Promise<ImportResult>
}

export function createImports(parts: ImportParts): Imports {
  const readers = createConcurrencyLimit({ maxRunning: 1, maxQueued: 3 })
  const read = (file: ImportFile) => readers.run(() => readInThread(parts.timers, file))
  return {
    async preview(file) {
      const reading = await read(file)
      if (reading === 'busy') return { kind: 'refused', reason: 'busy' }
      return { kind: 'previewed', plan: await planOf(parts.pool, file, reading) }
    },
    async run(file, digest, editor) {
      const reading = await read(file)
      if (reading === 'busy') return { kind: 'refused', reason: 'busy' }
      return await inTransaction(parts.pool, async (client) => {
        await lockEvents(client)
        const plan = await planOf(client, file, reading)
        if (plan.digest !== digest) return { kind: 'refused', reason: 'changed_meanwhile' }
        return await applyPlan(parts, client, { plan, source: file.source, editor })
      })
    },
  }
}

async function planOf(
  client: Pool | PoolClient,
  file: ImportFile,
  reading: FileReading,
): Promise<ImportPlan> {
  const uids = reading.rows.map(({ uid }) => uid)
  const rows = planImport(reading.rows, await readImported(client, file.source, uids))
  const sha256 = hash('sha256', file.text, 'hex')
  const effects = rows.map(({ state, line, stored }) => [state, line, stored?.id, stored?.revision])
  const digest = hash('sha256', JSON.stringify([sha256, file.zone, file.source, effects]), 'hex')
  return { format: reading.format, sha256, digest, fileProblems: reading.fileProblems, rows }
}

/** Rows that are written with one statement. */
const batchSize = 500

type Application = { readonly plan: ImportPlan; readonly source: string; readonly editor: Editor }

async function applyPlan(
  { clock, mostEvents }: ImportParts,
  client: PoolClient,
  { plan, source, editor }: Application,
): Promise<ImportResult> {
  const { rows, fileProblems, sha256 } = plan
  if (fileProblems.length > 0 || rows.some(({ state }) => state === 'faulty'))
    return { kind: 'refused', reason: 'import_faulty' }
  const counts = countsOf(rows)
  if ((await countEvents(client)) + counts.added > mostEvents)
    return { kind: 'refused', reason: 'events_limit' }
  const { operatorId, email } = editor.operator
  const by = { operatorId, at: new Date(clock.now()), fileSha256: sha256 }
  const written = rows.filter(({ state }) => state !== 'unchanged')
  for (let from = 0; from < written.length; from += batchSize)
    await recordChanges(client, await writeRows(client, source, written.slice(from, from + batchSize)), by)
  await recordAudit(client, {
    ...{ operatorId, who: email, address: editor.address },
    action: 'calendar_imported',
    subject: `calendar_source:${source}`,
    details: { ...counts, sha256 },
  })
  return { kind: 'imported', counts }
}

async function writeRows(client: PoolClient, source: string, rows: readonly PlannedRow[]) {
  const added = rows.flatMap(({ stored, event, uid }) =>
    stored === undefined && event !== undefined ? [{ source, uid, event }] : [],
  )
  const changed = rows.flatMap(({ stored, event }) =>
    stored === undefined || event === undefined ? [] : [{ id: stored.id, event, old: stored }],
  )
  const ids = added.length === 0 ? [] : await insertEvents(client, added)
  if (changed.length > 0) await updateEvents(client, changed)
  return [
    ...added.map(({ event }, at) => ({ id: ids[at] ?? 0, old: undefined, new: event })),
    ...changed.map(({ id, old, event }) => ({ id, old, new: event })),
  ]
}

export function countsOf(rows: readonly PlannedRow[]) {
  const count = (state: PlannedRow['state']) => rows.filter((row) => row.state === state).length
  return { added: count('added'), changed: count('changed'), unchanged: count('unchanged') }
}
