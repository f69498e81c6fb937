// Queries of the table support_episodes: how fast users were answered.
import type { Pool, PoolClient } from 'pg'

export type Episode = {
  readonly openedAt: Date
  readonly firstAnswerAt: Date | undefined
  readonly resolvedAt: Date | undefined
  /** Email of the operator; empty while it is open. */
  readonly resolvedBy: string
}

/** Newest first. */
export async function readEpisodes(
  client: PoolClient,
  threadId: number,
  limit: number,
): Promise<readonly Episode[]> {
  const { rows } = await client.query<{
    openedAt: Date
    firstAnswerAt: Date | null
    resolvedAt: Date | null
    resolvedBy: string
  }>(
    `select e.opened_at as "openedAt", e.first_answer_at as "firstAnswerAt", e.resolved_at as "resolvedAt",
       coalesce(o.email, '') as "resolvedBy"
     from support_episodes e left join operators o on o.id = e.resolved_by
     where e.thread_id = $1 order by e.id desc limit $2`,
    [threadId, limit],
  )
  return rows.map(({ firstAnswerAt, resolvedAt, ...row }) => ({
    ...row,
    firstAnswerAt: firstAnswerAt ?? undefined,
    resolvedAt: resolvedAt ?? undefined,
  }))
}

export async function closeThread(
  client: PoolClient,
  { threadId, operatorId, at }: { readonly threadId: number; readonly operatorId: number; readonly at: Date },
): Promise<void> {
  await client.query(
    'update support_threads set is_open = false, waiting_since = null, last_at = $2 where id = $1',
    [threadId, at],
  )
  await client.query(
    `update support_episodes set resolved_at = greatest($2, opened_at), resolved_by = $3
     where thread_id = $1 and resolved_at is null`,
    [threadId, at, operatorId],
  )
}

/** Seconds. Null if nothing was answered, or resolved. */
export type Times = {
  /** Email; empty for all together. */
  readonly operator: string
  readonly answered: number
  readonly firstAnswerMedian: number | null
  readonly firstAnswerP90: number | null
  readonly resolved: number
  readonly resolutionMedian: number | null
  readonly resolutionP90: number | null
}

export type Figures = {
  readonly opened: number
  readonly overall: Times
  readonly operators: readonly Times[]
}

/** Percentiles are interpolated. First answers count for who wrote them, resolutions for who closed. */
function timesOf(what: 'first_answer' | 'resolved', column: string): string {
  const seconds = `extract(epoch from ${what}_at - opened_at)`
  const percentile = (share: number) =>
    `round(percentile_cont(${share}) within group (order by ${seconds}))::integer`
  return `select ${what}_by as operator_id, count(*) as ${column}, ${percentile(0.5)} as median, ${percentile(0.9)} as p90
    from period where ${what}_at is not null group by grouping sets ((${what}_by), ())`
}

/** Of episodes opened from `from` until before `to`. */
export async function readFigures(pool: Pool, from: Date, to: Date): Promise<Figures> {
  const { rows } = await pool.query<Times & { readonly opened: number; readonly isOverall: boolean }>(
    `with period as (
       select * from support_episodes where opened_at >= $1 and opened_at < $2
     ), answers as (${timesOf('first_answer', 'answered')}
     ), resolutions as (${timesOf('resolved', 'resolved')})
     select (select count(*) from period) as opened, coalesce(a.operator_id, r.operator_id) is null as "isOverall",
       coalesce(o.email, '') as operator, coalesce(a.answered, 0) as answered, a.median as "firstAnswerMedian",
       a.p90 as "firstAnswerP90", coalesce(r.resolved, 0) as resolved, r.median as "resolutionMedian",
       r.p90 as "resolutionP90"
     from answers a full join resolutions r on coalesce(a.operator_id, 0) = coalesce(r.operator_id, 0)
     left join operators o on o.id = coalesce(a.operator_id, r.operator_id)
     order by operator`,
    [from, to],
  )
  const times = rows.map(({ opened: _, isOverall: __, ...row }) => row)
  const overall = times[rows.findIndex(({ isOverall }) => isOverall)]
  if (overall === undefined) throw new Error('the figures of all operators are missing')
  return { opened: rows[0]?.opened ?? 0, overall, operators: times.filter(({ operator }) => operator !== '') }
}
