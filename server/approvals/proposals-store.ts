// Queries of the table proposals. They join operators but never write to it.
import type { Pool, PoolClient } from 'pg'
import type {
  FailedResult,
  Payload,
  Proposal,
  ProposalState,
  Propose,
} from '#server/approvals/approvals-types.ts'

/** Size in the database. An audit entry with the payload must fit into its own limit. */
const maxPayloadSize = 7680
const maxPayloadBytes = 49_152

export async function fitsPayload(client: PoolClient, payload: Payload): Promise<boolean> {
  const text = JSON.stringify(payload)
  if (Buffer.byteLength(text) > maxPayloadBytes) return false
  const { rows } = await client.query<{ fits: boolean }>(
    `select pg_column_size($1::jsonb) <= $2 and octet_length($1::jsonb::text) <= $3 as fits`,
    [text, maxPayloadSize, maxPayloadBytes],
  )
  return rows[0]?.fits === true
}

/** The new id; undefined if there is an unfinished proposal for this kind and subject. */
export async function insertProposal(
  client: PoolClient,
  { kind, subject, payload, by, note = '' }: Propose,
  { at, lapsesAt }: { readonly at: Date; readonly lapsesAt: Date },
): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `insert into proposals (kind, subject, payload, note, proposed_by, proposed_at, lapses_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (kind, subject) where state in ('open', 'approved') do nothing returning id`,
    [kind, subject, JSON.stringify(payload), note, by.operatorId, at, lapsesAt],
  )
  return rows[0]?.id
}

type Row = {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly payload: Payload
  readonly note: string
  readonly proposed_by: number
  readonly proposer: string
  readonly proposed_at: Date
  readonly lapses_at: Date
  readonly state: ProposalState
  readonly decided_by: number | null
  readonly decider: string | null
  readonly decided_at: Date | null
  readonly remark: string
  readonly is_waived: boolean
  readonly result: FailedResult | null
}

const view = `select proposals.*, proposer.email as proposer, decider.email as decider
  from proposals join operators proposer on proposer.id = proposals.proposed_by
    left join operators decider on decider.id = proposals.decided_by`

function proposalOf(row: Row): Proposal {
  const { id, kind, subject, payload, note, state, remark, decided_by: operatorId } = row
  return {
    ...{ id, kind, subject, payload, note, state, remark },
    proposedBy: { operatorId: row.proposed_by, email: row.proposer },
    proposedAt: row.proposed_at,
    lapsesAt: row.lapses_at,
    decidedBy: operatorId === null ? undefined : { operatorId, email: row.decider ?? '' },
    decidedAt: row.decided_at ?? undefined,
    isWaived: row.is_waived,
    result: row.result ?? undefined,
  }
}

export async function readProposal(client: Pool | PoolClient, id: number): Promise<Proposal | undefined> {
  const { rows } = await client.query<Row>(`${view} where proposals.id = $1`, [id])
  return rows.map(proposalOf)[0]
}

/** Locks the row, so that the second of two concurrent decisions sees the first. */
export async function lockProposal(client: PoolClient, id: number): Promise<Proposal | undefined> {
  const { rows } = await client.query<Row>(`${view} where proposals.id = $1 for no key update of proposals`, [
    id,
  ])
  return rows.map(proposalOf)[0]
}

export async function findUnfinished(
  pool: Pool,
  kind: string,
  subject: string,
): Promise<Proposal | undefined> {
  const { rows } = await pool.query<Row>(
    `${view} where kind = $1 and subject = $2 and state in ('open', 'approved')`,
    [kind, subject],
  )
  return rows.map(proposalOf)[0]
}

/** Bounds an answer of the console. */
const mostUnfinished = 500

export async function findUnfinishedOfKinds(
  pool: Pool,
  kinds: readonly string[],
): Promise<readonly Proposal[]> {
  const { rows } = await pool.query<Row>(
    `${view} where kind = any($1) and state in ('open', 'approved') order by id limit ${mostUnfinished}`,
    [kinds],
  )
  return rows.map(proposalOf)
}

type Part = { readonly limit: number; readonly offset: number }

/** Oldest first. */
export async function listUnfinished(pool: Pool, { limit, offset }: Part): Promise<readonly Proposal[]> {
  const { rows } = await pool.query<Row>(
    `${view} where state in ('open', 'approved') order by proposals.id limit $1 offset $2`,
    [limit, offset],
  )
  return rows.map(proposalOf)
}

/** Newest first. */
export async function listFinished(pool: Pool, { limit, offset }: Part): Promise<readonly Proposal[]> {
  const { rows } = await pool.query<Row>(
    `${view} where state in ('rejected', 'withdrawn', 'lapsed', 'done', 'failed')
     order by proposals.id desc limit $1 offset $2`,
    [limit, offset],
  )
  return rows.map(proposalOf)
}

export async function countProposals(pool: Pool, states: readonly ProposalState[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) from proposals where state = any($1::text[])',
    [states],
  )
  return rows[0]?.count ?? 0
}

/** Approved proposals that are not known to be carried out, oldest first, after this id. */
export async function listApproved(pool: Pool, after: number, limit: number): Promise<readonly Proposal[]> {
  const { rows } = await pool.query<Row>(
    `${view} where state = 'approved' and proposals.id > $1 order by proposals.id limit $2`,
    [after, limit],
  )
  return rows.map(proposalOf)
}

export type Decision = {
  readonly id: number
  readonly state: 'approved' | 'done' | 'failed' | 'rejected' | 'withdrawn'
  readonly by: number
  readonly at: Date
  readonly remark?: string
  readonly isWaived?: boolean
  /** Why an approved change could not be made. */
  readonly result?: FailedResult
}

export async function storeDecision(client: PoolClient, decision: Decision): Promise<void> {
  const { id, state, by, at, remark = '', isWaived = false, result } = decision
  await client.query(
    `update proposals set state = $2, decided_by = $3, decided_at = $4, remark = $5, is_waived = $6,
       result = $7, finished_at = case when $2 in ('done', 'failed') then $4::timestamptz end
     where id = $1`,
    [id, state, by, at, remark, isWaived, result && JSON.stringify(result)],
  )
}

type Lapsed = Pick<Proposal, 'id' | 'kind' | 'subject'>

/** Ends open proposals whose time is over, the earliest first. One that is being decided at this moment is left out. */
export async function lapseProposals(
  client: PoolClient,
  at: Date,
  limit: number,
): Promise<readonly Lapsed[]> {
  const { rows } = await client.query<Lapsed>(
    `update proposals set state = 'lapsed', finished_at = $1 where id in (
       select id from proposals where state = 'open' and lapses_at <= $1
       order by lapses_at limit $2 for no key update skip locked)
     returning id, kind, subject`,
    [at, limit],
  )
  return rows
}

/** The same for one object, after a decision about it that is being made at this moment. */
export async function lapseProposalOf(
  client: PoolClient,
  { kind, subject }: Pick<Proposal, 'kind' | 'subject'>,
  at: Date,
): Promise<readonly Lapsed[]> {
  const { rows } = await client.query<Lapsed>(
    `update proposals set state = 'lapsed', finished_at = $3
     where kind = $1 and subject = $2 and state = 'open' and lapses_at <= $3
     returning id, kind, subject`,
    [kind, subject, at],
  )
  return rows
}

/** False if another process has stored the result already. */
export async function storeResult(
  client: PoolClient,
  id: number,
  result: FailedResult | undefined,
  at: Date,
): Promise<boolean> {
  const stored = await client.query(
    `update proposals set state = $2, result = $3, finished_at = $4 where id = $1 and state = 'approved'`,
    [id, result === undefined ? 'done' : 'failed', result && JSON.stringify(result), at],
  )
  return stored.rowCount === 1
}

/** Runs the work; if it refuses, rolls back what it wrote, and only that. */
export async function withSavepoint<Refused>(
  client: PoolClient,
  work: () => Promise<Refused | undefined>,
): Promise<Refused | undefined> {
  await client.query('savepoint applying')
  const refusal = await work()
  await client.query(refusal === undefined ? 'release savepoint applying' : 'rollback to savepoint applying')
  return refusal
}
