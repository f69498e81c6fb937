import type { PoolClient } from 'pg'
import type { ArticleKind } from '#core/content/article.ts'

export async function isSeeded(client: PoolClient, slug: string): Promise<boolean> {
  const { rowCount } = await client.query('select from articles where seed_slug = $1', [slug])
  return rowCount === 1
}

/** The only article of the kind, unless an operator has written in it. */
export async function claimSingle(client: PoolClient, kind: ArticleKind): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `select id from articles where kind = $1 and kind <> 'news' and revision = 0 and seed_slug is null
     for no key update`,
    [kind],
  )
  return rows[0]?.id
}

export async function markSeeded(client: PoolClient, id: number, slug: string): Promise<void> {
  await client.query('update articles set seed_slug = $2 where id = $1', [id, slug])
}
