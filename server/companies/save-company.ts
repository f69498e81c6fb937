import { type Refusal, refused } from '#contract/outcome.ts'
import { type CompanyField, companyFaults, tidyCompany } from '#core/company/company.ts'
import { recordAudit } from '#server/audit/audit.ts'
import {
  insertCompany,
  isPictureMissing,
  lockCompany,
  updateCompany,
} from '#server/companies/companies-store.ts'
import type { Company, StoredCompany } from '#server/companies/companies-types.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type SaveCompany = {
  /** The company to change, and its revision that the operator saw. Undefined for a new one. */
  readonly changed: { readonly id: number; readonly revision: number } | undefined
  readonly company: Company
  readonly operator: { readonly operatorId: number; readonly email: string }
  /** The operator's network address. */
  readonly address: string
}

export type SavedCompany = { readonly kind: 'saved'; readonly company: StoredCompany }

const mostCompanies = 10_000

/** Writes the company and the audit entry in one transaction. */
export async function saveCompany(pool: Pool, input: SaveCompany): Promise<SavedCompany | Refusal> {
  const { changed, company: typed } = input
  const company = { ...typed, ...tidyCompany(typed) }
  const [fault] = Object.keys(companyFaults(company, company.status)) as CompanyField[]
  if (fault !== undefined) return refused('invalid_input', { field: wireField(fault) })
  try {
    return await inTransaction(pool, async (client) => {
      if (changed === undefined) return await addCompany(client, company, input)
      const before = await lockCompany(client, changed.id)
      if (before === undefined) return refused('not_found')
      if (before.revision !== changed.revision) return refused('changed_meanwhile')
      const changes = changesOf(before, company)
      if (Object.keys(changes).length === 0) return { kind: 'saved', company: before }
      const after = await updateCompany(client, before.id, company)
      await audit(client, input, 'company_changed', { id: after.id, changes })
      return { kind: 'saved', company: after }
    })
  } catch (fault) {
    if (isPictureMissing(fault)) return refused('picture_unknown', { field: 'logo' })
    throw fault
  }
}

async function addCompany(
  client: PoolClient,
  company: Company,
  input: SaveCompany,
): Promise<SavedCompany | Refusal> {
  const added = await insertCompany(client, company, mostCompanies)
  if (added === undefined) return refused('companies_limit')
  await audit(client, input, 'company_added', { id: added.id, changes: changesOf(undefined, company) })
  return { kind: 'saved', company: added }
}

async function audit(
  client: PoolClient,
  { operator: { operatorId, email: who }, address }: SaveCompany,
  action: 'company_added' | 'company_changed',
  { id, changes }: { readonly id: number; readonly changes: Changes },
): Promise<void> {
  const entry = { operatorId, who, action, subject: `company:${id}`, address }
  for (const details of entriesOf(changes)) await recordAudit(client, { ...entry, details })
}

const fields = [
  'name',
  'logo',
  'website',
  'legalName',
  'registeredAddress',
  'officeAddress',
  'email',
  'isVisible',
  'status',
  'statusReason',
  'lossUrl',
] as const satisfies readonly (keyof Company)[]

/** By the name of the field on the wire, in full: there is no other record of the old values. */
type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

function changesOf(before: Company | undefined, after: Company): Changes {
  const changes = fields
    .filter((field) => (before === undefined ? after[field] : before[field] !== after[field]))
    .map((field) => [wireField(field), { from: before?.[field] ?? '', to: after[field] }] as const)
  return Object.fromEntries(changes)
}

/** Of an entry as JSON, far enough below the limit of an audit entry. The longest change of one field has 2 KB. */
const maxEntryBytes = 6_000

/** Mostly one entry. The longest texts of all fields need two or three. */
function entriesOf(changes: Changes): readonly Changes[] {
  const entries: Changes[] = []
  for (const [field, change] of Object.entries(changes)) {
    const extended = { ...entries.at(-1), [field]: change }
    if (entries.length > 0 && Buffer.byteLength(JSON.stringify(extended)) <= maxEntryBytes)
      entries.splice(-1, 1, extended)
    else entries.push({ [field]: change })
  }
  return entries
}

/** `lossUrl` is `loss_url` on the wire. */
function wireField(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
