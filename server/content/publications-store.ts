// Versions and the decisions that publish and unpublish them. Neither is ever changed.
import type { Pool, PoolClient } from 'pg'
import type { Edition, Publication } from '#server/content/content-types.ts'

type Db = Pool | PoolClient

/** 0 before the first one. */
export async function lastEdition(client: PoolClient, id: number): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    'select coalesce(max(edition), 0) as last from article_editions where article_id = $1',
    [id],
  )
  return rows[0]?.last ?? 0
}

export type NewEdition = {
  readonly id: number
  readonly edition: number
  readonly asksConsent: boolean
  /** Undefined for the installation. */
  readonly operatorId: number | undefined
  readonly nowMs: number
  /** Names in the texts. Unknown ones are left out. */
  readonly pictures: readonly string[]
}

/** Copies the draft. */
export async function insertEdition(client: PoolClient, added: NewEdition): Promise<void> {
  const { id, edition, asksConsent, operatorId, nowMs, pictures } = added
  await client.query(
    `insert into article_editions (article_id, edition, logo, asks_consent, revision, created_at, created_by)
     select id, $2, logo, $3, revision, $4, $5 from articles where id = $1`,
    [id, edition, asksConsent, new Date(nowMs), operatorId],
  )
  await client.query(
    `insert into edition_texts (article_id, edition, language, title, description, body)
     select article_id, $2, language, title, description, body from draft_texts where article_id = $1`,
    [id, edition],
  )
  await client.query(
    `insert into edition_pictures (article_id, edition, picture)
     select $1, $2, name from pictures where name = any($3)`,
    [id, edition, pictures],
  )
}

type Decision = {
  readonly id: number
  readonly nowMs: number
  readonly operatorId: number | undefined
}

/** The version becomes the visible one at `fromMs`, which may be now. */
export async function publishEdition(
  client: PoolClient,
  {
    id,
    edition,
    fromMs,
    nowMs,
    operatorId,
  }: Decision & { readonly edition: number; readonly fromMs: number },
): Promise<void> {
  await client.query(
    `insert into publication_decisions (article_id, kind, edition, from_at, decided_at, decided_by)
     values ($1, 'publish', $2, $3, $4, $5)`,
    [id, edition, new Date(fromMs), new Date(nowMs), operatorId],
  )
  const columns =
    fromMs > nowMs
      ? 'next_edition = $2, next_from = $3'
      : `live_edition = $2, live_from = $3, asking_edition = case when (select asks_consent from article_editions
           where article_id = $1 and edition = $2) then $2 else asking_edition end`
  await client.query(
    `update articles set ${columns},
       published_at = case when live_edition is null then $3 else published_at end where id = $1`,
    [id, edition, new Date(fromMs)],
  )
}

/** Cancels the version that is scheduled. Lock the article first. */
export async function cancelSchedule(client: PoolClient, { id, nowMs, operatorId }: Decision): Promise<void> {
  await client.query(
    `insert into publication_decisions (article_id, kind, edition, cancels, from_at, decided_at, decided_by)
     select d.article_id, 'cancel', d.edition, d.id, $2, $2, $3
     from publication_decisions d join articles a on a.id = d.article_id and a.next_edition = d.edition
     where d.article_id = $1 and d.kind = 'publish'`,
    [id, new Date(nowMs), operatorId],
  )
  await client.query(
    `update articles set next_edition = null, next_from = null,
       published_at = case when live_edition is null then null else published_at end where id = $1`,
    [id],
  )
}

/** Hides an article without a scheduled version. */
export async function unpublish(client: PoolClient, { id, nowMs, operatorId }: Decision): Promise<void> {
  await client.query(
    `insert into publication_decisions (article_id, kind, from_at, decided_at, decided_by)
     values ($1, 'unpublish', $2, $2, $3)`,
    [id, new Date(nowMs), operatorId],
  )
  await client.query(
    'update articles set live_edition = null, live_from = null, published_at = null where id = $1',
    [id],
  )
}

/** Newest first. */
export async function listPublications(
  pool: Pool,
  id: number,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly data: readonly Publication[]; readonly total: number }> {
  const listed = await pool.query<Publication>(
    `select case d.kind when 'unpublish' then 'unpublished' when 'cancel' then 'cancelled'
         else case when d.from_at > d.decided_at then 'scheduled' else 'published' end end as action,
       coalesce(d.edition, 0) as edition, coalesce(c.from_at, d.from_at) as "fromAt",
       d.decided_at as "decidedAt", coalesce(o.email, '') as "decidedBy",
       coalesce(e.asks_consent, false) as "asksConsent",
       array(select language from edition_texts t
         where t.article_id = d.article_id and t.edition = d.edition order by language) as languages
     from publication_decisions d
     left join publication_decisions c on c.id = d.cancels
     left join article_editions e on e.article_id = d.article_id and e.edition = d.edition
     left join operators o on o.id = d.decided_by
     where d.article_id = $1 order by d.id desc offset $2 limit $3`,
    [id, page.offset, page.limit],
  )
  const counted = await pool.query<{ total: number }>(
    'select count(*) as total from publication_decisions where article_id = $1',
    [id],
  )
  return { data: listed.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function readEdition(db: Db, id: number, edition: number): Promise<Edition | undefined> {
  const found = await db.query<Omit<Edition, 'texts'>>(
    `select edition, coalesce(logo, '') as logo, created_at as "createdAt" from article_editions
     where article_id = $1 and edition = $2`,
    [id, edition],
  )
  const [row] = found.rows
  if (row === undefined) return undefined
  const texts = await db.query<Edition['texts'][number]>(
    `select language, title, description, body from edition_texts
     where article_id = $1 and edition = $2 order by language`,
    [id, edition],
  )
  return { ...row, texts: texts.rows }
}
