// Queries of the tables companies and company_texts.
import type { Pool, PoolClient } from 'pg'
import { searchKey } from '#core/company/company.ts'
import { closestLanguage, languageOrder } from '#core/content/closest-language.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import type { Company, FoundCompany, Standing, StoredCompany } from '#server/companies/companies-types.ts'

const textColumns = `name, legal_name as "legalName", registered_address as "registeredAddress",
  office_address as "officeAddress"`
const textObject = `jsonb_build_object('name', t.name, 'legalName', t.legal_name,
  'registeredAddress', t.registered_address, 'officeAddress', t.office_address)`

const columns = `c.id, c.logo, c.website, c.email, c.state = 'active' as "isVisible", c.status,
  c.status_reason as "statusReason", c.loss_url as "lossUrl", c.revision, c.updated_at as "updatedAt",
  (select jsonb_object_agg(t.language, ${textObject}) from company_texts t where t.company_id = c.id) as texts`

/** The text of the company in the first language of $3 that it has, or else in any. */
const closestText = `cross join lateral (
    select language, ${textColumns} from company_texts t where t.company_id = c.id
    order by array_position($3::text[], t.language), t.language limit 1) t`

const contains = 'strpos(search_keys, $1) > 0'
const byName = 'order by sort_key collate "C", id'

/** Active companies in good standing with a name in any language that contains the text, by name. */
export async function searchChoosable(
  pool: Pool,
  {
    text,
    language,
    limit,
  }: { readonly text: string; readonly language: LanguageCode; readonly limit: number },
): Promise<readonly FoundCompany[]> {
  const { rows } = await pool.query<FoundCompany>(
    `select c.id, c.logo, c.website, c.email, t.*
     from (select * from companies where state = 'active' and status = 0 and ${contains} ${byName} limit $2) c
     ${closestText} ${byName}`,
    [searchKey(text), limit, languageOrder(language)],
  )
  return rows
}

type Page = { readonly text: string; readonly limit: number; readonly offset: number }

/** Hidden ones, too. */
export async function searchAll(
  pool: Pool,
  { text, limit, offset }: Page,
): Promise<{ readonly data: readonly StoredCompany[]; readonly total: number }> {
  const key = searchKey(text)
  const { rows } = await pool.query<StoredCompany>(
    `select ${columns} from (select * from companies where ${contains} ${byName} limit $2 offset $3) c ${byName}`,
    [key, limit, offset],
  )
  const counted = await pool.query<{ total: number }>(
    `select count(*) as total from companies where ${contains}`,
    [key],
  )
  return { data: rows, total: counted.rows[0]?.total ?? 0 }
}

export async function readStanding(pool: Pool, id: number): Promise<Standing | undefined> {
  const { rows } = await pool.query<Standing>(
    `select status, loss_url as "lossUrl" from companies where id = $1 and state = 'active'`,
    [id],
  )
  return rows[0]
}

export async function lockCompany(client: PoolClient, id: number): Promise<StoredCompany | undefined> {
  const { rows } = await client.query<StoredCompany>(
    `select ${columns} from companies c where id = $1 for update`,
    [id],
  )
  return rows[0]
}

const written = `main_language, sort_key, search_keys, logo, website, email, state, status, status_reason, loss_url`

function values(company: Company): unknown[] {
  const { texts } = company
  const mainLanguage = closestLanguage(texts, 'en') ?? 'en'
  return [
    mainLanguage,
    searchKey(texts[mainLanguage]?.name ?? ''),
    // A name that several languages share is compared once.
    [...new Set(Object.values(texts).map(({ name }) => searchKey(name)))].join('\n'),
    company.logo,
    company.website,
    company.email,
    company.isVisible ? 'active' : 'hidden',
    company.status,
    company.statusReason,
    company.lossUrl,
  ]
}

export type WrittenCompany = Pick<StoredCompany, 'id' | 'revision' | 'updatedAt'>

const identity = 'id, revision, updated_at as "updatedAt"'

/** Undefined if there are `most` companies already. */
export async function insertCompany(
  client: PoolClient,
  company: Company,
  most: number,
): Promise<WrittenCompany | undefined> {
  const { rows } = await client.query<WrittenCompany>(
    `insert into companies (${written})
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 where (select count(*) from companies) < $11
     returning ${identity}`,
    [...values(company), most],
  )
  if (rows[0] !== undefined) await insertTexts(client, rows[0].id, company)
  return rows[0]
}

export async function updateCompany(
  client: PoolClient,
  id: number,
  company: Company,
): Promise<WrittenCompany> {
  const { rows } = await client.query<WrittenCompany>(
    `update companies set (${written}) = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11),
       revision = revision + 1, updated_at = now()
     where id = $1 returning ${identity}`,
    [id, ...values(company)],
  )
  if (rows[0] === undefined) throw new Error('the locked company is gone')
  await client.query('delete from company_texts where company_id = $1', [id])
  await insertTexts(client, id, company)
  return rows[0]
}

async function insertTexts(client: PoolClient, id: number, { texts }: Company): Promise<void> {
  const all = Object.values(texts)
  await client.query(
    `insert into company_texts (company_id, language, name, legal_name, registered_address, office_address)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    [
      id,
      Object.keys(texts),
      all.map(({ name }) => name),
      all.map(({ legalName }) => legalName),
      all.map(({ registeredAddress }) => registeredAddress),
      all.map(({ officeAddress }) => officeAddress),
    ],
  )
}

/** Whether the database refused a picture that is not on the shelf. */
export function isPictureMissing(fault: unknown): boolean {
  const constraint = fault instanceof Error && 'constraint' in fault ? fault.constraint : undefined
  return constraint === 'companies_logo_fkey'
}
