// Companies: providers that users search and choose in main-company mode.
import { parseRedirect } from '#core/company/redirect-list.ts'
import { parseWebAddress } from '#core/company/web-address.ts'
import { parseEmailAddress } from '#core/user/contact.ts'

/** Of the texts in one language, in characters. */
export const companyTextLimits = {
  name: 100,
  legalName: 300,
  officeAddress: 300,
  registeredAddress: 300,
} as const

/** Of the fields that are the same in all languages, in characters. */
export const companyLimits = { website: 500, email: 254, statusReason: 300, lossUrl: 500 } as const

/** 0 is good standing. Operators give the other numbers their meaning. */
export const mostStatus = 999

export type CompanyText = Readonly<Record<keyof typeof companyTextLimits, string>>
/** Texts by language code. */
export type CompanyTexts = Readonly<Record<string, CompanyText>>
/** What operators write about a company. */
export type CompanyWords = Readonly<Record<keyof typeof companyLimits, string>> & {
  readonly texts: CompanyTexts
}

export const companyTextFields = Object.keys(companyTextLimits) as (keyof CompanyText)[]
const sharedFields = Object.keys(companyLimits) as (keyof typeof companyLimits)[]

/** As it is stored: without invisible characters, in one line, with normalised addresses, without empty languages. */
export function tidyCompany(typed: CompanyWords): CompanyWords {
  const { website, email, statusReason, lossUrl, texts } = typed
  const lines = { website: tidyLine(website), email: tidyLine(email), lossUrl: tidyLine(lossUrl) }
  const tidied = Object.entries(texts).map(([language, text]) => [language, tidyText(text)] as const)
  return {
    website: parseWebAddress(lines.website)?.href ?? lines.website,
    email: parseEmailAddress(lines.email) ?? lines.email,
    statusReason: tidyLine(statusReason),
    lossUrl: parseRedirect(lines.lossUrl)?.href ?? lines.lossUrl,
    texts: Object.fromEntries(tidied.filter(([, text]) => !isEmpty(text))),
  }
}

function tidyText({ name, legalName, officeAddress, registeredAddress }: CompanyText): CompanyText {
  return {
    name: tidyLine(name),
    legalName: tidyLine(legalName),
    officeAddress: tidyLine(officeAddress),
    registeredAddress: tidyLine(registeredAddress),
  }
}

function isEmpty(text: CompanyText): boolean {
  return companyTextFields.every((field) => text[field] === '')
}

/**
 * Direction marks and other invisible characters could reorder a name, or make two names look the same. The database
 * refuses halves of characters.
 */
function tidyLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
}

export type CompanyFault = 'missing' | 'too_long' | 'invalid'

export type CompanyProblem = {
  readonly field: keyof CompanyText | keyof typeof companyLimits | 'status'
  /** Of a text. Undefined for a shared field, and for the name of a company without any text. */
  readonly language: string | undefined
  readonly fault: CompanyFault
}

/** What must change before a company can be stored. Its texts were tidied. One problem for each field. */
export function companyProblems(company: CompanyWords, status: number): readonly CompanyProblem[] {
  const texts = Object.entries(company.texts).flatMap(([language, text]) => textProblems(language, text))
  const isNameless = Object.keys(company.texts).length === 0
  return [
    ...(isNameless ? [{ field: 'name', language: undefined, fault: 'missing' } as const] : texts),
    ...sharedProblems(company, status),
  ]
}

function textProblems(language: string, text: CompanyText): readonly CompanyProblem[] {
  return companyTextFields.flatMap((field): readonly CompanyProblem[] => {
    if (text[field].length > companyTextLimits[field]) return [{ field, language, fault: 'too_long' }]
    return field === 'name' && text.name === '' ? [{ field, language, fault: 'missing' }] : []
  })
}

function sharedProblems(company: CompanyWords, status: number): readonly CompanyProblem[] {
  const { website, email, lossUrl, statusReason } = company
  const faults = new Map<CompanyProblem['field'], CompanyFault>()
  if (website !== '' && parseWebAddress(website) === undefined) faults.set('website', 'invalid')
  if (email !== '' && parseEmailAddress(email) === undefined) faults.set('email', 'invalid')
  if (lossUrl !== '' && parseRedirect(lossUrl) === undefined) faults.set('lossUrl', 'invalid')
  if (!Number.isInteger(status) || status < 0 || status > mostStatus) faults.set('status', 'invalid')
  else if (status !== 0 && statusReason === '') faults.set('statusReason', 'missing')
  for (const field of sharedFields)
    if (company[field].length > companyLimits[field]) faults.set(field, 'too_long')
  return [...faults].map(([field, fault]) => ({ field, language: undefined, fault }))
}

/** What names are searched by: independent of case and of the width of letters. */
export function searchKey(name: string): string {
  return tidyLine(name.normalize('NFKC')).toLowerCase().slice(0, longestSearchKey)
}

/** One character can become several in the normal form. */
export const longestSearchKey = 400
