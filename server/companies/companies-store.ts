// Queries of the table companies.
import type { Pool, PoolClient } from 'pg'
import { searchKey } from '#core/company/company.ts'
import type { Company, StoredCompany } from '#server/companies/companies-types.ts'

const columns = `id, name, logo, website, legal_name as "legalName", registered_address as "registeredAddress",
  office_address as "officeAddress", email, state = 'active' as "isVisible", status,
  status_reason as "statusReason", loss_url as "lossUrl", revision, updated_at as "updatedAt"`

const contains = 'strpos(search_key, $1) > 0'
const byName = 'order by search_key collate "C", id'

/** Active companies whose name contains the text, by name. */
export async function searchActive(
  pool: Pool,
  text: string,
  limit: number,
): Promise<readonly StoredCompany[]> {
  const { rows } = await pool.query<StoredCompany>(
    `select ${columns} from companies where state = 'active' and ${contains} ${byName} limit $2`,
    [searchKey(text), limit],
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
    `select ${columns} from companies where ${contains} ${byName} limit $2 offset $3`,
    [key, limit, offset],
  )
  const counted = await pool.query<{ total: number }>(
    `select count(*) as total from companies where ${contains}`,
    [key],
  )
  return { data: rows, total: counted.rows[0]?.total ?? 0 }
}

export async function readActive(pool: Pool, id: number): Promise<StoredCompany | undefined> {
  const { rows } = await pool.query<StoredCompany>(
    `select ${columns} from companies where id = $1 and state = 'active'`,
    [id],
  )
  return rows[0]
}

export async function lockCompany(client: PoolClient, id: number): Promise<StoredCompany | undefined> {
  const { rows } = await client.query<StoredCompany>(
    `select ${columns} from companies where id = $1 for update`,
    [id],
  )
  return rows[0]
}

function values(company: Company): unknown[] {
  return [
    company.name,
    searchKey(company.name),
    company.logo,
    company.website,
    company.legalName,
    company.registeredAddress,
    company.officeAddress,
    company.email,
    company.isVisible ? 'active' : 'hidden',
    company.status,
    company.statusReason,
    company.lossUrl,
  ]
}

/** Undefined if there are `most` companies already. */
export async function insertCompany(
  client: PoolClient,
  company: Company,
  most: number,
): Promise<StoredCompany | undefined> {
  const { rows } = await client.query<StoredCompany>(
    `insert into companies (name, search_key, logo, website, legal_name, registered_address, office_address, email, state, status,
       status_reason, loss_url)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 where (select count(*) from companies) < $13
     returning ${columns}`,
    [...values(company), most],
  )
  return rows[0]
}

export async function updateCompany(
  client: PoolClient,
  id: number,
  company: Company,
): Promise<StoredCompany> {
  const { rows } = await client.query<StoredCompany>(
    `update companies set name = $2, search_key = $3, logo = $4, website = $5, legal_name = $6, registered_address = $7,
       office_address = $8, email = $9, state = $10, status = $11, status_reason = $12, loss_url = $13,
       revision = revision + 1, updated_at = now()
     where id = $1 returning ${columns}`,
    [id, ...values(company)],
  )
  if (rows[0] === undefined) throw new Error('the locked company is gone')
  return rows[0]
}

/** Whether the database refused a picture that is not on the shelf. */
export function isPictureMissing(fault: unknown): boolean {
  const constraint = fault instanceof Error && 'constraint' in fault ? fault.constraint : undefined
  return constraint === 'companies_logo_fkey'
}
