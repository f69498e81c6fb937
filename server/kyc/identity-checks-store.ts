// Queries of the table identity_checks. They join users and operators but never write to those tables.
import type { Pool, PoolClient } from 'pg'
import type { CheckDetails, CheckSummary, IdentityState } from '#server/kyc/kyc-types.ts'

/** Takes an advisory lock, so that submissions of one user are serialized across processes. */
export async function lockUser(client: PoolClient, userId: number): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('identity:' || $1::text, 0))`, [userId])
}

/** The user's last submission. */
export type LatestCheck = {
  readonly state: IdentityState
  readonly name: string
  readonly documentNumber: string
  readonly frontName: string
  readonly reverseName: string
  readonly remark: string
  readonly submittedAt: Date
  readonly decidedAt: Date | undefined
}

export async function readLatest(
  client: Pool | PoolClient,
  userId: number,
): Promise<LatestCheck | undefined> {
  const { rows } = await client.query<LatestCheck & { readonly decidedAt: Date | null }>(
    `select state, name, document_number as "documentNumber", front_upload as "frontName",
            reverse_upload as "reverseName", remark, submitted_at as "submittedAt", decided_at as "decidedAt"
     from identity_checks where user_id = $1 order by id desc limit 1`,
    [userId],
  )
  const [row] = rows
  return row === undefined ? undefined : { ...row, decidedAt: row.decidedAt ?? undefined }
}

type NewCheck = {
  readonly userId: number
  readonly name: string
  readonly documentNumber: string
  readonly documentKey: string
  readonly frontName: string
  readonly reverseName: string
  readonly submittedAt: Date
}

export async function insertCheck(client: PoolClient, check: NewCheck): Promise<void> {
  await client.query(
    `insert into identity_checks
       (user_id, name, document_number, document_key, front_upload, reverse_upload, submitted_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      check.userId,
      check.name,
      check.documentNumber,
      check.documentKey,
      check.frontName,
      check.reverseName,
      check.submittedAt,
    ],
  )
}

type SummaryRow = {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly state: IdentityState
  readonly submitted_at: Date
  readonly decided_at: Date | null
}

function toSummary(row: SummaryRow): CheckSummary {
  const { id, uid, name, state, submitted_at: submittedAt, decided_at: decidedAt } = row
  return { id, uid, name, state, submittedAt, decidedAt: decidedAt ?? undefined }
}

/** Waiting checks oldest first, decided checks newest first. */
export async function listChecks(
  pool: Pool,
  state: IdentityState,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly CheckSummary[]> {
  const direction = state === 'waiting' ? 'asc' : 'desc'
  const { rows } = await pool.query<SummaryRow>(
    `select checks.id, users.uid, checks.name, checks.state, checks.submitted_at, checks.decided_at
     from identity_checks checks join users on users.id = checks.user_id
     where checks.state = $1
     order by checks.id ${direction} limit $2 offset $3`,
    [state, limit, offset],
  )
  return rows.map(toSummary)
}

export async function countChecks(client: Pool | PoolClient, state: IdentityState): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*) from identity_checks where state = $1',
    [state],
  )
  return rows[0]?.count ?? 0
}

export async function readOldestWaiting(client: PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `select id from identity_checks where state = 'waiting' order by id limit 1`,
  )
  return rows[0]?.id
}

type DetailsRow = SummaryRow & {
  readonly user_id: number
  readonly document_number: string
  readonly front_upload: string
  readonly reverse_upload: string
  readonly remark: string
  readonly decided_by: string | null
  readonly same_document: number
  readonly earlier_refusals: number
}

export async function readDetails(client: PoolClient, id: number): Promise<CheckDetails | undefined> {
  const { rows } = await client.query<DetailsRow>(
    `select checks.*, users.uid, operators.email as decided_by,
       (select count(distinct other.user_id) from identity_checks other
        where other.document_key = checks.document_key and other.user_id <> checks.user_id) as same_document,
       (select count(*) from identity_checks earlier
        where earlier.user_id = checks.user_id and earlier.id < checks.id and earlier.state = 'refused')
         as earlier_refusals
     from identity_checks checks join users on users.id = checks.user_id
       left join operators on operators.id = checks.decided_by
     where checks.id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return undefined
  return {
    ...toSummary(row),
    userId: row.user_id,
    documentNumber: row.document_number,
    frontName: row.front_upload,
    reverseName: row.reverse_upload,
    remark: row.remark,
    decidedBy: row.decided_by ?? '',
    sameDocument: row.same_document,
    earlierRefusals: row.earlier_refusals,
  }
}

type LockedCheck = {
  readonly state: IdentityState
  readonly remark: string
  readonly decidedBy: number | null
  readonly userId: number
}

/** Locks the row, so that the second of two concurrent decisions sees the first. */
export async function lockCheck(client: PoolClient, id: number): Promise<LockedCheck | undefined> {
  const { rows } = await client.query<LockedCheck>(
    `select state, remark, decided_by as "decidedBy", user_id as "userId"
     from identity_checks where id = $1 for update`,
    [id],
  )
  return rows[0]
}

type StoredDecision = {
  readonly id: number
  readonly state: 'approved' | 'refused'
  readonly remark: string
  readonly operatorId: number
  readonly decidedAt: Date
}

export async function storeDecision(client: PoolClient, decision: StoredDecision): Promise<void> {
  await client.query(
    `update identity_checks set state = $2, remark = $3, decided_by = $4, decided_at = $5 where id = $1`,
    [decision.id, decision.state, decision.remark, decision.operatorId, decision.decidedAt],
  )
}

/** The check that an image belongs to, and the side of the document it shows. */
export async function findCheckOfImage(
  client: PoolClient,
  name: string,
): Promise<{ readonly id: number; readonly side: 'front' | 'reverse' } | undefined> {
  const { rows } = await client.query<{ id: number; side: 'front' | 'reverse' }>(
    `select id, case when front_upload = $1 then 'front' else 'reverse' end as side
     from identity_checks where front_upload = $1 or reverse_upload = $1`,
    [name],
  )
  return rows[0]
}
