// Companies: providers that users search and choose in main-company mode.
import { parseRedirect } from '#core/company/redirect-list.ts'
import { parseWebAddress } from '#core/company/web-address.ts'
import { parseEmailAddress } from '#core/user/contact.ts'

/** In characters. */
export const companyLimits = {
  name: 100,
  legalName: 300,
  website: 500,
  email: 254,
  officeAddress: 300,
  registeredAddress: 300,
  statusReason: 300,
  lossUrl: 500,
} as const

const textFields = Object.keys(companyLimits) as (keyof typeof companyLimits)[]

/** 0 is good standing. Operators give the other numbers their meaning. */
export const mostStatus = 999

export type CompanyTexts = Readonly<Record<keyof typeof companyLimits, string>>
export type CompanyField = keyof CompanyTexts | 'status'
export type CompanyFault = 'missing' | 'too_long' | 'invalid'
export type CompanyFaults = Readonly<Partial<Record<CompanyField, CompanyFault>>>

/** Texts as they are stored: without invisible signs, in one line, with normalised addresses. */
export function tidyCompany(typed: CompanyTexts): CompanyTexts {
  const lines = textFields.map((field) => [field, tidyLine(typed[field])])
  const texts: CompanyTexts = Object.fromEntries(lines)
  return {
    ...texts,
    website: parseWebAddress(texts.website)?.href ?? texts.website,
    email: parseEmailAddress(texts.email) ?? texts.email,
    lossUrl: parseRedirect(texts.lossUrl)?.href ?? texts.lossUrl,
  }
}

/**
 * Direction marks and other invisible signs could reorder a name, or make two names look the same. The database refuses
 * halves of characters.
 */
function tidyLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
}

/** What must change before the texts can be stored. They were tidied. */
export function companyFaults(texts: CompanyTexts, status: number): CompanyFaults {
  const faults: Partial<Record<CompanyField, CompanyFault>> = {}
  for (const field of textFields) if (texts[field].length > companyLimits[field]) faults[field] = 'too_long'
  if (texts.name === '') faults.name = 'missing'
  if (texts.website !== '' && parseWebAddress(texts.website) === undefined) faults.website = 'invalid'
  if (texts.email !== '' && parseEmailAddress(texts.email) === undefined) faults.email = 'invalid'
  if (texts.lossUrl !== '' && parseRedirect(texts.lossUrl) === undefined) faults.lossUrl = 'invalid'
  if (!Number.isInteger(status) || status < 0 || status > mostStatus) faults.status = 'invalid'
  else if (status !== 0 && texts.statusReason === '') faults.statusReason = 'missing'
  return faults
}

/** What names are searched by: independent of case and of the width of letters. */
export function searchKey(name: string): string {
  return tidyLine(name.normalize('NFKC')).toLowerCase().slice(0, longestSearchKey)
}

/** One character can become several in the normal form. */
export const longestSearchKey = 400
