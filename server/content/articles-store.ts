// Drafts with their state, for operators.
import type { Pool, PoolClient } from 'pg'
import type { ArticleKind } from '#core/content/article.ts'
import type { Article, DraftText, ListedArticle } from '#server/content/content-types.ts'
import { versionInForce } from '#server/content/visible-store.ts'

type Db = Pool | PoolClient

const columns = `a.id, a.kind, a.revision, coalesce(a.logo, '') as logo, a.updated_at as "updatedAt",
  coalesce(draft.title, '') as title, coalesce(draft.languages, '{}') as languages,
  case when v.edition is not null then 'published'
    when a.next_edition is not null then 'scheduled'
    when exists (select from publication_decisions d where d.article_id = a.id and d.kind = 'unpublish')
    then 'unpublished' else 'draft' end as state,
  a.revision is distinct from newest.revision as "hasChanges",
  case when v.edition is not null then a.published_at end as "publishedAt",
  case when a.next_from > $1 then a.next_from end as "scheduledAt",
  coalesce(v.edition, 0) as edition,
  case when a.next_from > $1 then a.next_edition else 0 end as "scheduledEdition"`

/** English comes first for the title, then any language. */
const joins = `${versionInForce}
  left join article_editions newest
    on newest.article_id = a.id and newest.edition = coalesce(a.next_edition, a.live_edition)
  left join lateral (select array_agg(d.language order by d.language) as languages,
      (array_agg(d.title order by d.title = '', d.language <> 'en', d.language <> 'hk', d.language))[1] as title
    from draft_texts d where d.article_id = a.id) draft on true`

type Row = Omit<Article, 'texts'>

export async function listArticles(
  pool: Pool,
  kind: ArticleKind,
  nowMs: number,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly ListedArticle[]> {
  const { rows } = await pool.query<Row>(
    `select ${columns} from (select * from articles where kind = $2 order by id desc offset $3 limit $4) a
     ${joins} order by a.id desc`,
    [new Date(nowMs), kind, page.offset, page.limit],
  )
  return rows
}

/** Counts up to `most`. */
export async function countArticles(pool: Db, kind: ArticleKind, most: number): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    'select count(*) as total from (select from articles where kind = $1 limit $2) counted',
    [kind, most],
  )
  return rows[0]?.total ?? 0
}

export async function readArticle(db: Db, id: number, nowMs: number): Promise<Article | undefined> {
  const { rows } = await db.query<Row>(`select ${columns} from articles a ${joins} where a.id = $2`, [
    new Date(nowMs),
    id,
  ])
  const [row] = rows
  return row && { ...row, texts: await readDraftTexts(db, id) }
}

async function readDraftTexts(db: Db, id: number): Promise<Article['texts']> {
  const { rows } = await db.query<Article['texts'][number]>(
    `select language, title, description, body, revision from draft_texts where article_id = $1
     order by language`,
    [id],
  )
  return rows
}

export async function insertNews(client: PoolClient, nowMs: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into articles (kind, created_at, updated_at) values ('news', $1, $1) returning id`,
    [new Date(nowMs)],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no row was inserted')
  return row.id
}

/** Makes operators create news one after the other, because each checks the number first. */
export async function lockNewArticles(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('articles', 0))`)
}

export type LockedArticle = {
  readonly id: number
  readonly kind: ArticleKind
  readonly revision: number
  readonly liveEdition: number | null
  readonly nextEdition: number | null
}

/** Locks the row until the transaction ends. Waits for other changes of the article. */
export async function lockArticle(client: PoolClient, id: number): Promise<void> {
  await client.query('select 1 from articles where id = $1 for no key update', [id])
}

/**
 * Reads an article that is locked. A scheduled version whose time has come becomes the live one, so that `nextEdition`
 * is a version that is still hidden.
 */
export async function readLockedArticle(
  client: PoolClient,
  id: number,
  nowMs: number,
): Promise<LockedArticle | undefined> {
  await client.query(
    `update articles a set live_edition = a.next_edition, live_from = a.next_from,
       next_edition = null, next_from = null,
       asking_edition = case when e.asks_consent then e.edition else a.asking_edition end
     from article_editions e
     where a.id = $1 and a.next_from <= $2 and e.article_id = a.id and e.edition = a.next_edition`,
    [id, new Date(nowMs)],
  )
  const { rows } = await client.query<LockedArticle>(
    `select id, kind, revision, live_edition as "liveEdition", next_edition as "nextEdition"
     from articles where id = $1`,
    [id],
  )
  return rows[0]
}

/** Counts a change of the draft and returns its revision. */
export async function raiseRevision(client: PoolClient, id: number, nowMs: number): Promise<number> {
  const { rows } = await client.query<{ revision: number }>(
    'update articles set revision = revision + 1, updated_at = $2 where id = $1 returning revision',
    [id, new Date(nowMs)],
  )
  return rows[0]?.revision ?? 0
}

/** 0 if the draft has no text in this language. */
export async function textRevision(client: PoolClient, id: number, language: string): Promise<number> {
  const { rows } = await client.query<{ revision: number }>(
    'select revision from draft_texts where article_id = $1 and language = $2',
    [id, language],
  )
  return rows[0]?.revision ?? 0
}

export async function deleteDraftText(client: PoolClient, id: number, language?: string): Promise<void> {
  await client.query(
    'delete from draft_texts where article_id = $1 and ($2::text is null or language = $2)',
    [id, language ?? null],
  )
}

export type WrittenText = Omit<DraftText, 'language'> & {
  readonly language: string
  readonly revision: number
  /** Names in the body. Unknown ones are left out. */
  readonly pictures: readonly string[]
}

export async function writeDraftText(client: PoolClient, id: number, text: WrittenText): Promise<void> {
  const { language, title, description, body, revision, pictures } = text
  await client.query(
    `insert into draft_texts (article_id, language, title, description, body, revision)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (article_id, language) do update set title = excluded.title,
       description = excluded.description, body = excluded.body, revision = excluded.revision`,
    [id, language, title, description, body, revision],
  )
  await client.query('delete from draft_pictures where article_id = $1 and language = $2', [id, language])
  await client.query(
    `insert into draft_pictures (article_id, language, picture)
     select $1, $2, name from pictures where name = any($3)`,
    [id, language, pictures],
  )
}

/** False if there is no such picture. */
export async function writeLogo(client: PoolClient, id: number, logo: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update articles set logo = nullif($2, '')
     where id = $1 and ($2 = '' or exists (select from pictures where name = $2))`,
    [id, logo],
  )
  return rowCount === 1
}
