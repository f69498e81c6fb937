import { type Refusal, refused } from '#contract/outcome.ts'
import {
  type CompanyProblem,
  type CompanyText,
  companyProblems,
  companyTextFields,
  tidyCompany,
} from '#core/company/company.ts'
import { languages } from '#i18n/languages.ts'
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
  /** Its texts have codes of offered languages only. */
  readonly company: Company
  readonly operator: { readonly operatorId: number; readonly email: string }
  /** Whether the operator may decide that users of the company are sent away. */
  readonly mayChangeStanding: boolean
  /** The operator's network address. */
  readonly address: string
}

export type SavedCompany = { readonly kind: 'saved'; readonly company: StoredCompany }

const mostCompanies = 10_000

/** Writes the company and the audit entries in one transaction. */
export async function saveCompany(pool: Pool, input: SaveCompany): Promise<SavedCompany | Refusal> {
  const { changed, company: typed, mayChangeStanding } = input
  const company = { ...typed, ...tidyCompany(typed) }
  const [problem] = companyProblems(company, company.status)
  if (problem !== undefined) return refusalOf(problem)
  try {
    return await inTransaction(pool, async (client) => {
      if (changed === undefined) {
        if (!mayChangeStanding && isStandingChanged(goodStanding, company)) return refused('role_forbidden')
        return await addCompany(client, company, input)
      }
      const before = await lockCompany(client, changed.id)
      if (before === undefined) return refused('not_found')
      if (before.revision !== changed.revision) return refused('changed_meanwhile')
      if (!mayChangeStanding && isStandingChanged(before, company)) return refused('role_forbidden')
      const changes = changesOf(before, company)
      if (Object.keys(changes).length === 0) return { kind: 'saved', company: before }
      const after = await updateCompany(client, before.id, company)
      await audit(client, input, 'company_changed', { id: after.id, changes })
      return { kind: 'saved', company: { ...company, ...after } }
    })
  } catch (fault) {
    if (isPictureMissing(fault)) return refused('picture_unknown', { field: 'logo' })
    throw fault
  }
}

type CompanyStanding = Pick<Company, 'status' | 'statusReason' | 'lossUrl'>

const goodStanding: CompanyStanding = { status: 0, statusReason: '', lossUrl: '' }

function isStandingChanged(before: CompanyStanding, after: CompanyStanding): boolean {
  return (
    before.status !== after.status ||
    before.statusReason !== after.statusReason ||
    before.lossUrl !== after.lossUrl
  )
}

function refusalOf({ field, language, fault }: CompanyProblem): Refusal {
  const named = { field: wireField(field, language) }
  if (field !== 'name' || fault !== 'missing') return refused('invalid_input', named)
  const figures = { language: languages.find(({ code }) => code === language)?.name ?? '' }
  return refused('company_name_missing', language === undefined ? named : { ...named, figures })
}

async function addCompany(
  client: PoolClient,
  company: Company,
  input: SaveCompany,
): Promise<SavedCompany | Refusal> {
  const added = await insertCompany(client, company, mostCompanies)
  if (added === undefined) return refused('companies_limit')
  await audit(client, input, 'company_added', { id: added.id, changes: changesOf(undefined, company) })
  return { kind: 'saved', company: { ...company, ...added } }
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
  'logo',
  'website',
  'email',
  'isVisible',
  'status',
  'statusReason',
  'lossUrl',
] as const satisfies readonly (keyof Company)[]

type Change = { readonly from: unknown; readonly to: unknown }

/** By the name of the field on the wire, in full: there is no other record of the old values. */
type Changes = Readonly<Record<string, Change>>

function changesOf(before: Company | undefined, after: Company): Changes {
  const changes = fields
    .filter((field) => (before === undefined ? after[field] : before[field] !== after[field]))
    .map((field) => [wireField(field), { from: before?.[field] ?? '', to: after[field] }] as const)
  const texts = languages.flatMap(({ code }) =>
    textChanges(code, before?.texts[code] ?? noText, after.texts[code] ?? noText),
  )
  return Object.fromEntries([...texts, ...changes])
}

const noText: CompanyText = { name: '', legalName: '', officeAddress: '', registeredAddress: '' }

function textChanges(language: string, before: CompanyText, after: CompanyText) {
  return companyTextFields
    .filter((field) => before[field] !== after[field])
    .map((field): readonly [string, Change] => [
      wireField(field, language),
      { from: before[field], to: after[field] },
    ])
}

/** Of an entry as JSON, far enough below the limit of an audit entry. The longest change of one field has 2 KB. */
const maxEntryBytes = 6_000

/** Mostly one entry. The longest texts of all fields need two or three for each language. */
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

/** `lossUrl` is `loss_url` on the wire, and `legalName` in German `legal_name_de`. */
function wireField(field: string, language?: string): string {
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return language === undefined ? name : `${name}_${language}`
}
