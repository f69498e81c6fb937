// Writes a whole database in the format that load-fixture.ts reads.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { TestDatabase } from '#test/database.ts'

/** One line for each table that has rows. Returns the number of bytes written. */
export async function dumpFixture(database: TestDatabase, name: string): Promise<number> {
  const lines: string[] = []
  for (const [table, columns] of await tablesOf(database)) {
    const json = await tableAsJson(database, table, columns)
    // PostgreSQL breaks lines only between rows: a line break in a text is escaped.
    if (json !== null) lines.push(`${json.replaceAll('\n', '')}\n`)
  }
  const packed = gzipSync(lines.join(''), { level: 9 })
  writeFileSync(new URL(`fixtures/${name}.jsonl.gz`, import.meta.url), packed)
  return packed.length
}

/** Generated columns are left out: they cannot be inserted. */
async function tablesOf({ query }: TestDatabase): Promise<readonly (readonly [string, string])[]> {
  const { rows } = await query<{ table: string; columns: string }>(
    `select table_name as table, string_agg(column_name, ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'
     group by table_name order by table_name`,
  )
  return rows.map(({ table, columns }) => [table, columns])
}

/** PostgreSQL writes the JSON, because JavaScript would round some numbers. */
async function tableAsJson({ query }: TestDatabase, table: string, columns: string): Promise<string | null> {
  const { rows } = await query<{ json: string | null }>(
    `select case when count(*) > 0 then json_build_object('table', '${table}', 'rows', json_agg(given))::text end
       as json
     from (select ${columns} from ${table} order by ${columns.split(', ').slice(0, 3).join(', ')}) given`,
  )
  return rows[0]?.json ?? null
}
