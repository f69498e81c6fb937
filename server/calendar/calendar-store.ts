// Queries of calendar_events, calendar_titles and calendar_changes.
import type { Pool, PoolClient } from 'pg'
import type { CalendarEvent, EventTitles, Importance } from '#core/calendar/calendar-event.ts'
import type {
  EventFilter,
  EventMark,
  EventPage,
  MarkFilter,
  MonthFilter,
  StoredEvent,
} from '#server/calendar/calendar-types.ts'
import { readInPortions } from '#server/storage/storage.ts'

type Row = Omit<StoredEvent, 'timeMs' | 'titles'> & { readonly at: Date; readonly titles: EventTitles | null }

const columns = `e.id, e.source, e.uid, e.at, e.is_all_day as "isAllDay", e.country, e.currency, e.importance,
  e.forecast, e.previous, e.actual, e.revision,
  (select jsonb_object_agg(t.language, t.title) from calendar_titles t where t.event_id = e.id) as titles`

function eventOf({ at, titles, ...row }: Row): StoredEvent {
  return { ...row, timeMs: at.getTime(), titles: titles ?? {} }
}

/** Ascending by time, the earliest `limit`. */
export async function readEvents(
  pool: Pool,
  { fromMs, toMs, currencies, importance }: EventFilter,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const query = `select ${columns} from (
      select * from calendar_events
      where at >= $1 and at < $2 and ($3::text[] is null or currency = any($3)) and importance >= $4
      order by at, importance desc, id limit $5
    ) e order by e.at, e.importance desc, e.id`
  const values = [new Date(fromMs), new Date(toMs), currencies ?? null, importance, limit]
  return await readInPortions(pool, { query, values }, eventOf)
}

/** One for each time, the latest `limit`, ascending. */
export async function readMarks(
  pool: Pool,
  { fromMs, toMs, currencies, importance, withAllDay }: MarkFilter,
  limit: number,
): Promise<readonly EventMark[]> {
  const query = `select * from (
      select at, max(importance) as importance from calendar_events
      where at >= $1 and at < $2 and ($3::text[] is null or currency = any($3)) and importance >= $4
        and ($5 or not is_all_day)
      group by at order by at desc limit $6
    ) latest order by at`
  const values = [new Date(fromMs), new Date(toMs), currencies ?? null, importance, withAllDay, limit]
  return await readInPortions(pool, { query, values }, (row: { at: Date; importance: Importance }) => ({
    timeMs: row.at.getTime(),
    importance: row.importance,
  }))
}

const pageSize = 20

export async function readMonth(pool: Pool, filter: MonthFilter): Promise<EventPage> {
  const { times, days, importance, currency } = filter
  const where = `(not e.is_all_day and e.at >= $1 and e.at < $2 or e.is_all_day and e.at >= $3 and e.at < $4)
    and e.importance >= $5 and ($6 = '' or e.currency = $6)
    and ($7 = '' or exists (select from calendar_titles t where t.event_id = e.id and t.title ilike $7))`
  const pattern = filter.search === '' ? '' : `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`
  const bounds = [times.fromMs, times.toMs, days.fromMs, days.toMs].map((timeMs) => new Date(timeMs))
  const values = [...bounds, importance, currency, pattern]
  const { rows } = await pool.query<Row>(
    `select ${columns} from calendar_events e where ${where} order by e.at, e.id limit $8 offset $9`,
    [...values, pageSize, (filter.page - 1) * pageSize],
  )
  const counted = await pool.query<{ total: number }>(
    `select count(*)::integer as total from calendar_events e where ${where}`,
    values,
  )
  return { events: rows.map(eventOf), total: counted.rows[0]?.total ?? 0 }
}

/** Lets one change at a time happen, so that counts and compared values stay true until it is committed. */
export async function lockEvents(client: PoolClient): Promise<void> {
  await client.query('lock table calendar_events in share row exclusive mode')
}

export async function countEvents(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    'select count(*)::integer as total from calendar_events',
  )
  return rows[0]?.total ?? 0
}

export async function readEvent(client: PoolClient, id: number): Promise<StoredEvent | undefined> {
  const { rows } = await client.query<Row>(`select ${columns} from calendar_events e where e.id = $1`, [id])
  return rows.map(eventOf)[0]
}

/** Events of an import source by their uids. */
export async function readImported(
  client: Pool | PoolClient,
  source: string,
  uids: readonly string[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const { rows } = await client.query<Row>(
    `select ${columns} from calendar_events e where e.source = $1 and e.uid = any($2)`,
    [source, uids],
  )
  return new Map(rows.map((row) => [row.uid ?? '', eventOf(row)]))
}

export type AddedEvent = {
  readonly source: string
  readonly uid: string | null
  readonly event: CalendarEvent
}

const fieldTypes = 'timestamptz[], boolean[], text[], text[], smallint[], text[], text[], text[]'
const fieldNames = 'at, is_all_day, country, currency, importance, forecast, previous, actual'

/** A column of values for each field, in the order of `fieldNames`. */
function fieldColumns(events: readonly CalendarEvent[]): readonly (readonly unknown[])[] {
  return [
    events.map(({ timeMs }) => new Date(timeMs)),
    events.map(({ isAllDay }) => isAllDay),
    events.map(({ country }) => country),
    events.map(({ currency }) => currency),
    events.map(({ importance }) => importance),
    events.map(({ forecast }) => forecast),
    events.map(({ previous }) => previous),
    events.map(({ actual }) => actual),
  ]
}

function parameters(from: number, types: string): string {
  return types
    .split(', ')
    .map((type, at) => `$${from + at}::${type}`)
    .join(', ')
}

/** Returns the ids in the order of the events. */
export async function insertEvents(
  client: PoolClient,
  added: readonly AddedEvent[],
): Promise<readonly number[]> {
  const events = added.map(({ event }) => event)
  // The order by makes ids ascend in the order of the events, whatever order the rows are returned in.
  const { rows } = await client.query<{ id: number }>(
    `insert into calendar_events (source, uid, ${fieldNames})
     select source, uid, ${fieldNames}
     from unnest($1::text[], $2::text[], ${parameters(3, fieldTypes)})
       with ordinality as n (source, uid, ${fieldNames}, place)
     order by place returning id`,
    [added.map(({ source }) => source), added.map(({ uid }) => uid), ...fieldColumns(events)],
  )
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  await writeTitles(
    client,
    events.map(({ titles }, at) => ({ id: ids[at] ?? 0, titles })),
  )
  return ids
}

export type ChangedEvent = { readonly id: number; readonly event: CalendarEvent }

export async function updateEvents(client: PoolClient, changed: readonly ChangedEvent[]): Promise<void> {
  const ids = changed.map(({ id }) => id)
  const set = fieldNames
    .split(', ')
    .map((name) => `${name} = n.${name}`)
    .join(', ')
  await client.query(
    `update calendar_events e set ${set}, revision = e.revision + 1
     from unnest($1::bigint[], ${parameters(2, fieldTypes)}) as n (id, ${fieldNames}) where e.id = n.id`,
    [ids, ...fieldColumns(changed.map(({ event }) => event))],
  )
  await client.query('delete from calendar_titles where event_id = any($1)', [ids])
  await writeTitles(
    client,
    changed.map(({ id, event: { titles } }) => ({ id, titles })),
  )
}

async function writeTitles(
  client: PoolClient,
  events: readonly { readonly id: number; readonly titles: EventTitles }[],
): Promise<void> {
  const titles = events.flatMap(({ id, titles }) =>
    Object.entries(titles).map(([language, title]) => ({ id, language, title })),
  )
  await client.query(
    `insert into calendar_titles (event_id, language, title)
     select * from unnest($1::bigint[], $2::text[], $3::text[])`,
    [titles.map(({ id }) => id), titles.map(({ language }) => language), titles.map(({ title }) => title)],
  )
}

/** Its titles go with it. */
export async function deleteEvent(client: PoolClient, id: number): Promise<void> {
  await client.query('delete from calendar_events where id = $1', [id])
}

export type RecordedChange = {
  readonly id: number
  readonly old: CalendarEvent | undefined
  readonly new: CalendarEvent | undefined
}

export async function recordChanges(
  client: PoolClient,
  changes: readonly RecordedChange[],
  by: { readonly operatorId: number; readonly at: Date; readonly fileSha256: string | undefined },
): Promise<void> {
  await client.query(
    `insert into calendar_changes (event_id, old, new, changed_at, changed_by, file_sha256)
     select id, old, new, $4, $5, $6 from unnest($1::bigint[], $2::jsonb[], $3::jsonb[]) as n (id, old, new)`,
    [
      changes.map(({ id }) => id),
      changes.map(({ old }) => recordOf(old)),
      changes.map((change) => recordOf(change.new)),
      by.at,
      by.operatorId,
      by.fileSha256 ?? null,
    ],
  )
}

function recordOf(event: CalendarEvent | undefined): string | null {
  if (event === undefined) return null
  const { timeMs, isAllDay, country, currency, importance, forecast, previous, actual, titles } = event
  const at = new Date(timeMs).toISOString()
  return JSON.stringify({
    ...{ at, is_all_day: isAllDay, country, currency, importance, forecast, previous, actual, titles },
  })
}
