// Texts that come with the installation. Each is published once; later it is the operators' text.
import { isLegalKind } from '#core/content/article.ts'
import type { SeedArticle } from '#db/seed/articles.ts'
import { insertNews, lockNewArticles, raiseRevision, writeDraftText } from '#server/content/articles-store.ts'
import { insertEdition, publishEdition } from '#server/content/publications-store.ts'
import { claimSingle, isSeeded, markSeeded } from '#server/content/seeds-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

/** The last piece of news is listed first. */
export async function seedArticles(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  seeds: readonly SeedArticle[],
): Promise<void> {
  await inTransaction(pool, async (client) => {
    // One process after the other.
    await lockNewArticles(client)
    for (const seed of seeds) await addSeed(client, seed, clock.now())
  })
}

async function addSeed(client: PoolClient, { kind, slug, texts }: SeedArticle, nowMs: number): Promise<void> {
  if (await isSeeded(client, slug)) return
  const id = kind === 'news' ? await insertNews(client, nowMs) : await claimSingle(client, kind)
  if (id === undefined) return
  const revision = await raiseRevision(client, id, nowMs)
  for (const text of texts) await writeDraftText(client, id, { ...text, revision, pictures: [] })
  await markSeeded(client, id, slug)
  const by = { id, nowMs, operatorId: undefined }
  const asksConsent = isLegalKind(kind)
  await insertEdition(client, { ...by, edition: 1, asksConsent, pictures: [] })
  await publishEdition(client, { ...by, edition: 1, fromMs: nowMs })
}
