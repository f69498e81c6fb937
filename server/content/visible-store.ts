// What everyone can read: versions that are published and whose time has come. Nothing else leaves this file.
import type { Pool, PoolClient } from 'pg'
import type { ArticleKind, LegalKind } from '#core/content/article.ts'
import { languageOrder } from '#core/content/closest-language.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type {
  LegalVersion,
  MissingConsent,
  VisibleSummary,
  VisibleText,
} from '#server/content/content-types.ts'

type Moment = { readonly nowMs: number; readonly language: LanguageCode }

/** The version in force at $1 of the article `a`: the scheduled one once its time has come. */
export const versionInForce = `cross join lateral (select
    case when a.next_from <= $1 then a.next_edition else a.live_edition end as edition,
    case when a.next_from <= $1 then a.next_from else a.live_from end as from_at) v`

/** The text of the version in the first language of $2 that it has, or else in any. */
const closestText = (columns: string) => `cross join lateral (
    select ${columns} from edition_texts t
    where t.article_id = a.id and t.edition = v.edition
    order by array_position($2::text[], t.language), t.language limit 1) t`

const summary = `a.id, v.edition, t.language, t.title, t.description, coalesce(e.logo, '') as logo,
  a.published_at as "publishedAt", v.from_at as "updatedAt"`
const edition = 'join article_editions e on e.article_id = a.id and e.edition = v.edition'

/** Newest first. */
export async function listNews(
  pool: Pool,
  { nowMs, language }: Moment,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly VisibleSummary[]> {
  const { rows } = await pool.query<VisibleSummary>(
    `select ${summary}
     from (select * from articles where kind = 'news' and published_at <= $1
       order by published_at desc, id desc offset $3 limit $4) a
     ${versionInForce} ${edition} ${closestText('language, title, description')}
     order by a.published_at desc, a.id desc`,
    [new Date(nowMs), languageOrder(language), page.offset, page.limit],
  )
  return rows
}

/** Counts up to `most`. */
export async function countNews(pool: Pool, nowMs: number, most: number): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `select count(*) as total from
       (select from articles where kind = 'news' and published_at <= $1 limit $2) visible`,
    [new Date(nowMs), most],
  )
  return rows[0]?.total ?? 0
}

/** One piece of news, or the only article of another kind. */
export async function readVisible(
  pool: Pool,
  { nowMs, language }: Moment,
  asked: { readonly kind: ArticleKind; readonly id?: number },
): Promise<VisibleText | undefined> {
  const { rows } = await pool.query<VisibleText>(
    `select ${summary}, t.body
     from articles a ${versionInForce} ${edition} ${closestText('language, title, description, body')}
     where a.kind = $3 and a.published_at <= $1 and ($4::bigint is null or a.id = $4)`,
    [new Date(nowMs), languageOrder(language), asked.kind, asked.id ?? null],
  )
  return rows[0]
}

/** Decisions to publish that took effect, with their versions. */
const published = `publication_decisions d
  join article_editions e on e.article_id = d.article_id and e.edition = d.edition
  join articles a on a.id = d.article_id
  where d.kind = 'publish' and d.from_at <= $1
    and not exists (select from publication_decisions c where c.cancels = d.id)`

/** Also an earlier version, but none that was never in force. */
export async function readLegalVersion(
  pool: Pool,
  { nowMs, language }: Moment,
  asked: { readonly kind: LegalKind; readonly edition: number },
): Promise<VisibleText | undefined> {
  const { rows } = await pool.query<VisibleText>(
    `select a.id, v.edition, t.language, t.title, t.description, t.body, coalesce(v.logo, '') as logo,
       v.from_at as "publishedAt", v.from_at as "updatedAt"
     from articles a
     join (select d.article_id, d.edition, d.from_at, e.logo from ${published}
       and a.kind = $3 and d.edition = $4) v on v.article_id = a.id
     ${closestText('language, title, description, body')}`,
    [new Date(nowMs), languageOrder(language), asked.kind, asked.edition],
  )
  return rows[0]
}

export type TextInForce = {
  readonly articleId: number
  readonly edition: number
  readonly kind: Exclude<ArticleKind, 'news'>
  readonly asksConsent: boolean
  readonly fromAt: Date
  /** By language. */
  readonly titles: Readonly<Record<string, string>>
}

/** Versions in force that operators have published. News have no single version that all users are told of. */
export async function listInForce(pool: Pool, nowMs: number): Promise<readonly TextInForce[]> {
  const { rows } = await pool.query<TextInForce>(
    `select a.id as "articleId", v.edition, a.kind, e.asks_consent as "asksConsent", v.from_at as "fromAt",
       (select json_object_agg(t.language, t.title) from edition_texts t
         where t.article_id = a.id and t.edition = v.edition) as titles
     from articles a ${versionInForce} ${edition}
     where a.kind <> 'news' and a.published_at <= $1 and e.created_by is not null
     order by v.from_at`,
    [new Date(nowMs)],
  )
  return rows
}

const maxLegalVersions = 200

export async function listLegalVersions(
  pool: Pool,
  kind: LegalKind,
  nowMs: number,
): Promise<readonly LegalVersion[]> {
  const { rows } = await pool.query<LegalVersion>(
    `select d.edition, d.from_at as "publishedAt", e.asks_consent as "asksConsent"
     from ${published} and a.kind = $2 order by d.edition desc limit $3`,
    [new Date(nowMs), kind, maxLegalVersions],
  )
  return rows
}

/** The newest version in force that asks for consent. */
const askingVersion = `cross join lateral (select case
    when a.next_from <= $1 and (select asks_consent from article_editions e
      where e.article_id = a.id and e.edition = a.next_edition) then a.next_edition
    else a.asking_edition end as edition) asking`

/** Legal texts that the user has not accepted since the last version that asks for it. */
export async function readMissingConsents(
  pool: Pool,
  userId: number,
  { nowMs, language }: Moment,
  kinds: readonly LegalKind[],
): Promise<readonly MissingConsent[]> {
  const { rows } = await pool.query<MissingConsent>(
    `select a.kind, v.edition, t.title, v.from_at as "updatedAt"
     from articles a ${versionInForce} ${askingVersion} ${closestText('title')}
     where a.kind = any($3) and a.published_at <= $1 and asking.edition is not null
       and not exists (select from consents c
         where c.user_id = $4 and c.article_id = a.id and c.edition >= asking.edition)
     order by array_position($3::text[], a.kind)`,
    [new Date(nowMs), languageOrder(language), kinds, userId],
  )
  return rows
}

export type NewConsents = Moment & {
  readonly userId: number
  readonly kinds: readonly LegalKind[]
  /** Versions, in the order of the kinds. */
  readonly editions: readonly number[]
  readonly givenWith: 'registration' | 'request'
}

/** Records those that name the version in force. */
export async function insertConsents(db: Pool | PoolClient, given: NewConsents): Promise<void> {
  const { nowMs, language, userId, kinds, editions, givenWith } = given
  await db.query(
    `insert into consents (user_id, article_id, edition, language, given_with, given_at)
     select $3, a.id, v.edition, t.language, $6, $1
     from articles a ${versionInForce}
     join unnest($4::text[], $5::bigint[]) given (kind, edition)
       on given.kind = a.kind and given.edition = v.edition
     ${closestText('language')}
     where a.published_at <= $1
     on conflict do nothing`,
    [new Date(nowMs), languageOrder(language), userId, kinds, editions, givenWith],
  )
}
