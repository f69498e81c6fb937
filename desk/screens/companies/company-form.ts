import type { DeskCompany, DeskSaveCompanyInput } from '#contract/desk/companies.ts'
import {
  type CompanyFault,
  type CompanyProblem,
  type CompanyText,
  type CompanyWords,
  companyLimits,
  companyProblems,
  companyTextLimits,
  mostStatus,
  tidyCompany,
} from '#core/company/company.ts'
import { isRedirectAllowed, parseRedirect } from '#core/company/redirect-list.ts'
import { closestLanguage } from '#core/content/closest-language.ts'
import { mergeForm } from '#desk/parts/merge-form.ts'
import type { TextState } from '#desk/parts/text-language.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { type LanguageCode, languageFromCode, languages } from '#i18n/languages.ts'

/** Fields by the names that the rules use, with their names in the call. */
const wireNames = {
  name: 'name',
  legalName: 'legal_name',
  officeAddress: 'office_address',
  registeredAddress: 'registered_address',
  website: 'website',
  email: 'email',
  statusReason: 'status_reason',
  lossUrl: 'loss_url',
  status: 'status',
} as const satisfies Readonly<Record<CompanyProblem['field'], string>>

/** Fields of each language. */
export type TextName = (typeof wireNames)[keyof CompanyText]
/** Fields that are the same in all languages. */
export type SharedName = (typeof wireNames)[Exclude<keyof CompanyWords, 'texts'>]
export type TextForm = Readonly<Record<TextName, string>>

/** What an operator types. The status is text until it is sent. */
export type CompanyForm = Readonly<Record<SharedName | 'status' | 'logo', string>> & {
  readonly is_visible: 0 | 1
  readonly texts: Readonly<Record<string, TextForm>>
}

const noText: TextForm = { name: '', legal_name: '', office_address: '', registered_address: '' }

export function formOf(company: DeskCompany | undefined): CompanyForm {
  const { website = '', email = '', status_reason = '', loss_url = '', logo = '', texts = {} } = company ?? {}
  return {
    ...{ website, email, status_reason, loss_url, logo, texts },
    status: String(company?.status ?? 0),
    is_visible: company?.is_visible === 0 ? 0 : 1,
  }
}

export function textIn({ texts }: Pick<CompanyForm, 'texts'>, language: string): TextForm {
  return (Object.hasOwn(texts, language) ? texts[language] : undefined) ?? noText
}

export function typeText(form: CompanyForm, language: LanguageCode, change: Partial<TextForm>): CompanyForm {
  return { ...form, texts: { ...form.texts, [language]: { ...textIn(form, language), ...change } } }
}

/** The text that an operator sees in a list, and its language. */
export function closestText(
  { texts }: Pick<DeskCompany, 'texts'>,
  language: LanguageCode,
): TextForm & { readonly language: string } {
  const closest = closestLanguage(texts, language) ?? language
  return { ...textIn({ texts }, closest), language: closest }
}

/** The language that opens first. */
export function firstLanguage(company: DeskCompany | undefined, language: LanguageCode): LanguageCode {
  return languageFromCode(closestLanguage(company?.texts ?? {}, language) ?? language) ?? language
}

/** The form after someone else has changed the company: fields that were typed stay, in every language. */
export function mergeCompany(typed: CompanyForm, before: CompanyForm, newer: CompanyForm): CompanyForm {
  const codes = new Set([typed, before, newer].flatMap(({ texts }) => Object.keys(texts)))
  const texts = [...codes].map((code) => [
    code,
    mergeForm(textIn(typed, code), textIn(before, code), textIn(newer, code)),
  ])
  return { ...mergeForm(typed, before, newer), texts: Object.fromEntries(texts) }
}

export const mostCharacters: Readonly<Record<FormFault['name'], number>> = {
  name: companyTextLimits.name,
  legal_name: companyTextLimits.legalName,
  office_address: companyTextLimits.officeAddress,
  registered_address: companyTextLimits.registeredAddress,
  website: companyLimits.website,
  email: companyLimits.email,
  status_reason: companyLimits.statusReason,
  loss_url: companyLimits.lossUrl,
  status: String(mostStatus).length,
}

export type FormFault = {
  readonly name: TextName | SharedName | 'status'
  /** Undefined for a field that is the same in all languages, and for a company without any name. */
  readonly language: string | undefined
  readonly text: DeskKey
}

/** What the operator must change first, by the rules of the server. */
export function formFaults(form: CompanyForm): readonly FormFault[] {
  return companyProblems(tidyCompany(wordsOf(form)), statusOf(form)).map(({ field, language, fault }) => {
    const name = wireNames[field]
    return { name, language, text: faultText(name, language, fault) }
  })
}

function wordsOf({ texts, website, email, status_reason, loss_url }: CompanyForm): CompanyWords {
  const typed = Object.entries(texts).map(([language, text]) => {
    const { name, legal_name, office_address, registered_address } = text
    const addresses = { officeAddress: office_address, registeredAddress: registered_address }
    return [language, { name, legalName: legal_name, ...addresses }] as const
  })
  return {
    ...{ website, email },
    statusReason: status_reason,
    lossUrl: loss_url,
    texts: Object.fromEntries(typed),
  }
}

function faultText(name: FormFault['name'], language: string | undefined, fault: CompanyFault): DeskKey {
  if (fault === 'too_long') return 'company.fault.too_long'
  if (name === 'status_reason') return 'company.fault.status_reason'
  if (name === 'status') return 'company.fault.status'
  if (name === 'loss_url') return 'company.fault.loss_url'
  if (name === 'website') return 'company.fault.website'
  if (name === 'email') return 'company.fault.email'
  return language === undefined ? 'company.fault.no_name' : 'company.fault.name'
}

/** Of a shared field, or of a text in the open language, which also shows that there is no name at all. */
export function faultOf(
  faults: readonly FormFault[],
  name: FormFault['name'],
  open?: LanguageCode,
): DeskKey | undefined {
  return faults.find((fault) => fault.name === name && (fault.language ?? open) === open)?.text
}

/** The language to open so that a fault is visible: the open one unless only others have faults. */
export function faultyLanguage(faults: readonly FormFault[], open: LanguageCode): LanguageCode {
  const ofTexts = faults.flatMap(({ language }) => language ?? [])
  return ofTexts.includes(open) ? open : (languages.find(({ code }) => ofTexts.includes(code))?.code ?? open)
}

/** How the tab of a language is marked. */
export function textState(
  form: CompanyForm,
  faults: readonly FormFault[],
  language: LanguageCode,
): TextState {
  if (faults.some((fault) => fault.language === language)) return 'faulty'
  return Object.values(textIn(form, language)).some((text) => text.trim() !== '') ? 'written' : 'empty'
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
  return { ...form, ...changed, texts: JSON.stringify(form.texts), status: statusOf(form) }
}
