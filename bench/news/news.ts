// Measures whether news opens as fast with 100,000 pieces as with ten, on two servers of the same machine.

import { startBenchServer, untilReady } from '#bench/measuring/bench-server.ts'
import { interleaved } from '#bench/measuring/interleaved.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { median, percentile } from '#bench/measuring/statistics.ts'
import { newsInfo, newsList } from '#contract/calls/content.ts'
import { type CallClient, createCallClient } from '#test/crash/load/call-client.ts'
import { createTestDatabase } from '#test/database.ts'
import { makeDataDir } from '#test/process/running-server.ts'

const sizes = { few: 10, many: 100_000 } as const
const rounds = 20
const timesPerRound = 40
const warmUps = 100
/** How much slower the median may be than with ten pieces. */
const maxRatio = 1.2

const figures = ['first page', 'one piece', 'page 500'] as const
type Figure = (typeof figures)[number]
type Side = Awaited<ReturnType<typeof open>>

const sides = { few: await open(sizes.few), many: await open(sizes.many) }
try {
  for (const side of Object.values(sides)) await measure(side, warmUps)
  report(
    await interleaved(rounds, {
      few: () => measure(sides.few, timesPerRound),
      many: () => measure(sides.many, timesPerRound),
    }),
  )
} finally {
  for (const side of Object.values(sides)) await side.close()
}

async function open(pieces: number) {
  const database = await createTestDatabase()
  await fill(database, pieces)
  const data = makeDataDir()
  const server = startBenchServer({ DATA_DIR: data.dir, DATABASE_URL: database.url })
  await untilReady(server)
  const client = createCallClient()
  const address = server.address()
  const listed = (await call(client, address, newsList.path)) as { readonly data: readonly { id: number }[] }
  async function close(): Promise<void> {
    client.close()
    server.child.kill('SIGTERM')
    await server.ended
    await database.drop()
    data.remove()
  }
  return { client, address, ids: listed.data.slice(0, 10).map(({ id }) => id), close }
}

/** Pieces in two languages, one published every ten minutes up to an hour ago. */
async function fill(
  { query }: Pick<Awaited<ReturnType<typeof createTestDatabase>>, 'query'>,
  pieces: number,
) {
  await query(
    `insert into articles (kind, created_at, updated_at, revision, published_at, live_edition, live_from)
     select 'news', at, at, 1, at, 1, at from generate_series(1, $1::integer) n
     cross join lateral (select now() - interval '1 hour' - ($1 - n) * interval '10 minutes' as at) times`,
    [pieces],
  )
  await query(
    `insert into article_editions (article_id, edition, asks_consent, revision, created_at)
     select id, 1, false, 1, created_at from articles where kind = 'news'`,
  )
  await query(
    `insert into edition_texts (article_id, edition, language, title, description, body)
     select id, 1, language, 'Piece ' || id, repeat('A description. ', 10), repeat('A **paragraph** of news. ', 100)
     from articles, unnest(array['en', 'hk']) language where kind = 'news'`,
  )
  await query(
    `insert into publication_decisions (article_id, kind, edition, from_at, decided_at)
     select id, 'publish', 1, created_at, created_at from articles where kind = 'news'`,
  )
  for (const table of ['articles', 'article_editions', 'edition_texts', 'publication_decisions'])
    await query(`vacuum (analyze) ${table}`)
}

async function call(client: CallClient, address: string, path: string): Promise<unknown> {
  const answer = await client.call(address, { path })
  if (answer?.code !== 1) throw new Error(`${path} failed: ${JSON.stringify(answer)}`)
  return answer.data
}

/**
 * Milliseconds of each request, one after the other. Each figure has a run of its own, because a slow request makes the
 * next one slower.
 */
async function measure({ client, address, ids }: Side, times: number): Promise<Record<Figure, number[]>> {
  const pathOf: Record<Figure, (time: number) => string> = {
    'first page': () => newsList.path,
    'one piece': (time) => `${newsInfo.path}?id=${ids[time % ids.length]}`,
    'page 500': () => `${newsList.path}?page=500`,
  }
  const waits: Record<Figure, number[]> = { 'first page': [], 'one piece': [], 'page 500': [] }
  for (const figure of figures)
    for (let time = 0; time < times; time += 1) {
      const fromMs = performance.now()
      await call(client, address, pathOf[figure](time))
      waits[figure].push(performance.now() - fromMs)
    }
  return waits
}

function report(waits: Readonly<Record<keyof typeof sizes, readonly Record<Figure, number[]>[]>>): void {
  const table = printTable('milliseconds', '10 pieces, median', 'p99', '100,000 pieces, median', 'p99')
  const ratios: [Figure, number][] = []
  for (const figure of figures) {
    const [few, many] = [waits.few, waits.many].map((all) => all.flatMap((round) => round[figure])) as [
      number[],
      number[],
    ]
    table.row(
      figure,
      ...[few, many].flatMap((all) => [median(all), percentile(all, 0.99)].map((ms) => ms.toFixed(2))),
    )
    ratios.push([figure, median(many) / median(few)])
  }
  console.log()
  for (const [figure, ratio] of ratios.filter(([name]) => name !== 'page 500'))
    holds(
      ratio <= maxRatio,
      `${figure}: ${ratio.toFixed(2)} of the median with ten pieces, at most ${maxRatio}`,
    )
}
