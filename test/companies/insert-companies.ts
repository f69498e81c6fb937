import type { TestDatabase } from '#test/database.ts'

type Inserted = { readonly count: number; readonly state?: 'active' | 'hidden'; readonly logo?: string }

/** Companies `C1`, `C2` and so on, with an English name each and no other text. */
export async function insertCompanies(
  database: Pick<TestDatabase, 'query'>,
  { count, state = 'active', logo }: Inserted,
): Promise<void> {
  await database.query(
    `with added as (
       insert into companies (main_language, sort_key, search_keys, logo, website, email, state, status, status_reason,
         loss_url)
       select 'en', 'c' || n, 'c' || n, $2::text, '', '', $3, 0, '', '' from generate_series(1, $1) n
       returning id, sort_key)
     insert into company_texts (company_id, language, name, legal_name, registered_address, office_address)
     select id, 'en', upper(sort_key), '', '', '' from added`,
    [count, logo ?? null, state],
  )
}
