// Changes of single events at the console, each with its audit entry.
import type { CalendarEvent } from '#core/calendar/calendar-event.ts'
import { recordAudit } from '#server/audit/audit.ts'
import {
  countEvents,
  deleteEvent,
  insertEvents,
  lockEvents,
  readEvent,
  recordChanges,
  updateEvents,
} from '#server/calendar/calendar-store.ts'
import type { Editor, EditResult, StoredEvent } from '#server/calendar/calendar-types.ts'
import { changesBetween } from '#server/calendar/event-changes.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

/** Years of a full calendar. */
export const mostEvents = 200_000

type EditParts = { readonly pool: Pool; readonly clock: Pick<Clock, 'now'>; readonly mostEvents: number }

export async function addEvent(parts: EditParts, event: CalendarEvent, editor: Editor): Promise<EditResult> {
  return await inTransaction(parts.pool, async (client) => {
    await lockEvents(client)
    if ((await countEvents(client)) >= parts.mostEvents) return { kind: 'refused', reason: 'events_limit' }
    const [id = 0] = await insertEvents(client, [{ source: '', uid: null, event }])
    await recordEdit(client, parts, {
      id,
      old: undefined,
      new: event,
      action: 'calendar_event_added',
      editor,
    })
    return await saved(client, id)
  })
}

export type EventEdit = { readonly id: number; readonly revision: number; readonly event: CalendarEvent }

/** A change that changes nothing is not recorded. */
export async function changeEvent(
  parts: EditParts,
  { id, revision, event }: EventEdit,
  editor: Editor,
): Promise<EditResult> {
  return await inTransaction(parts.pool, async (client) => {
    await lockEvents(client)
    const old = await readEvent(client, id)
    if (old === undefined) return { kind: 'refused', reason: 'not_found' }
    if (changesBetween(old, event).length === 0) return { kind: 'saved', event: old }
    if (old.revision !== revision) return { kind: 'refused', reason: 'changed_meanwhile' }
    await updateEvents(client, [{ id, event }])
    await recordEdit(client, parts, { id, old, new: event, action: 'calendar_event_changed', editor })
    return await saved(client, id)
  })
}

export async function removeEvent(
  parts: EditParts,
  { id, revision }: Omit<EventEdit, 'event'>,
  editor: Editor,
): Promise<EditResult> {
  return await inTransaction(parts.pool, async (client) => {
    await lockEvents(client)
    const old = await readEvent(client, id)
    if (old === undefined) return { kind: 'refused', reason: 'not_found' }
    if (old.revision !== revision) return { kind: 'refused', reason: 'changed_meanwhile' }
    await deleteEvent(client, id)
    await recordEdit(client, parts, { id, old, new: undefined, action: 'calendar_event_removed', editor })
    return { kind: 'saved', event: old }
  })
}

type RecordedEdit = {
  readonly id: number
  readonly old: StoredEvent | undefined
  readonly new: CalendarEvent | undefined
  readonly action: string
  readonly editor: Editor
}

async function recordEdit(client: PoolClient, { clock }: EditParts, edit: RecordedEdit): Promise<void> {
  const { operator, address } = edit.editor
  const at = new Date(clock.now())
  await recordChanges(client, [edit], { operatorId: operator.operatorId, at, fileSha256: undefined })
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: edit.action,
    subject: `calendar_event:${edit.id}`,
    details: auditedChanges(edit),
    address,
  })
}

/** In characters, of all values together: they fit into an audit entry in any script. `calendar_changes` has them whole. */
const mostAudited = 1_400

function auditedChanges(edit: RecordedEdit): Readonly<Record<string, unknown>> {
  const changes = changesBetween(edit.old, edit.new)
  const most = Math.floor(mostAudited / (2 * changes.length))
  const shown = (text: string) => {
    const characters = [...text]
    return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
  }
  return Object.fromEntries(
    changes.map(({ field, from, to }) => [field, { from: shown(from), to: shown(to) }]),
  )
}

async function saved(client: PoolClient, id: number): Promise<EditResult> {
  const event = await readEvent(client, id)
  return event === undefined ? { kind: 'refused', reason: 'not_found' } : { kind: 'saved', event }
}
