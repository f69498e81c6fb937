import type { DeskCompany, DeskSaveCompanyInput } from '#contract/desk/companies.ts'
import {
  type CompanyField,
  type CompanyTexts,
  companyFaults,
  companyLimits,
  tidyCompany,
} from '#core/company/company.ts'
import { isRedirectAllowed, parseRedirect } from '#core/company/redirect-list.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

/** Texts of the form by their names in the call, with the names that the rules use. */
const textNames = {
  name: 'name',
  legal_name: 'legalName',
  website: 'website',
  email: 'email',
  office_address: 'officeAddress',
  registered_address: 'registeredAddress',
  status_reason: 'statusReason',
  loss_url: 'lossUrl',
} as const satisfies Record<string, keyof CompanyTexts>

export type TextName = keyof typeof textNames
type FormField = TextName | 'status'

/** What an operator types. The status is text until it is sent. */
export type CompanyForm = Readonly<Record<FormField | 'logo', string>> & { readonly is_visible: 0 | 1 }

export function formOf(company: DeskCompany | undefined): CompanyForm {
  const texts = textFields.map((name) => [name, company?.[name] ?? ''])
  return {
    ...(Object.fromEntries(texts) as Record<TextName, string>),
    logo: company?.logo ?? '',
    status: String(company?.status ?? 0),
    is_visible: company?.is_visible === 0 ? 0 : 1,
  }
}

const textFields = Object.keys(textNames) as TextName[]

export function mostCharacters(name: TextName): number {
  return companyLimits[textNames[name]]
}

export type FormFaults = Readonly<Partial<Record<FormField, DeskKey>>>

/** What the operator must change first, by the rules of the server. */
export function formFaults(form: CompanyForm): FormFaults {
  const texts = Object.fromEntries(textFields.map((name) => [textNames[name], form[name]]))
  const faults = companyFaults(tidyCompany(texts as CompanyTexts), statusOf(form))
  const shown = [...textFields, 'status' as const].flatMap((name) => {
    const field: CompanyField = name === 'status' ? name : textNames[name]
    const fault = faults[field]
    return fault === undefined ? [] : [[name, faultText(name, fault)] as const]
  })
  return Object.fromEntries(shown)
}

function faultText(name: FormField, fault: 'missing' | 'too_long' | 'invalid'): DeskKey {
  if (fault === 'too_long') return 'company.fault.too_long'
  if (name === 'status_reason') return 'company.fault.status_reason'
  if (name === 'status') return 'company.fault.status'
  if (name === 'loss_url') return 'company.fault.loss_url'
  if (name === 'website') return 'company.fault.website'
  return name === 'email' ? 'company.fault.email' : 'company.fault.name'
}

/** NaN for anything but digits. */
export function statusOf({ status }: Pick<CompanyForm, 'status'>): number {
  return /^\d{1,4}$/.test(status.trim()) ? Number(status) : Number.NaN
}

/** Whether the address is one to send users to, but the setting does not allow it. */
export function isLeftUnused(list: readonly string[], { loss_url }: Pick<CompanyForm, 'loss_url'>): boolean {
  return parseRedirect(loss_url) !== undefined && !isRedirectAllowed(list, loss_url)
}

/** `company` is the one to change; undefined for a new one. */
export function inputOf(form: CompanyForm, company: DeskCompany | undefined): DeskSaveCompanyInput {
  const changed = company === undefined ? { revision: 0 } : { id: company.id, revision: company.revision }
  return { ...form, ...changed, status: statusOf(form) }
}
