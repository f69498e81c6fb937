// Companies in the operator console.
import {
  type DeskCompany,
  type DeskSaveCompanyInput,
  deskCompanies,
  deskSaveCompany,
} from '#contract/desk/companies.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { CompanyText, CompanyTexts } from '#core/company/company.ts'
import type { Companies, Company, StoredCompany } from '#server/companies/companies.ts'
import { readByLanguage } from '#server/desk-api/read-by-language.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'

type CompanyParts = { readonly operators: Operators; readonly companies: Companies }

/** Every call of contract/desk/companies.ts. */
export function companyDeskRoutes(parts: CompanyParts): readonly Route[] {
  return [readCompanies(parts), editCompany(parts)]
}

function readCompanies({ operators, companies }: CompanyParts): Route {
  return operatorRoute(deskCompanies, operators.authenticate, async (input) => {
    const { data, total } = await companies.list(input)
    return answered({
      data: data.map(companyToWire),
      total,
      main_company: companies.isModeOn() ? 1 : 0,
      loss_url_list: [...companies.allowedRedirects()],
    })
  })
}

function editCompany({ operators, companies }: CompanyParts): Route {
  return operatorRoute(deskSaveCompany, operators.authenticate, async (input, operator, { address }) => {
    const { id, revision } = input
    const texts = readByLanguage(input.texts, textFrom)
    if (texts === undefined) return refused('invalid_input', { field: 'texts' })
    const changed = id === undefined ? undefined : { id, revision }
    const company = companyOf(input, texts)
    const mayChangeStanding = operator.role === 'owner'
    const saved = await companies.save({ changed, company, operator, mayChangeStanding, address })
    return saved.kind === 'saved' ? answered(companyToWire(saved.company), 'done.saved') : saved
  })
}

type WireText = DeskCompany['texts'][string]

/** Undefined unless it is an object with every field. */
function textFrom(value: unknown): CompanyText | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { name, legal_name, office_address, registered_address } = value as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || typeof legal_name !== 'string') return undefined
  if (typeof office_address !== 'string' || typeof registered_address !== 'string') return undefined
  return {
    name,
    legalName: legal_name,
    officeAddress: office_address,
    registeredAddress: registered_address,
  }
}

function textToWire(text: CompanyText): WireText {
  const { name, legalName, officeAddress, registeredAddress } = text
  return {
    name,
    legal_name: legalName,
    office_address: officeAddress,
    registered_address: registeredAddress,
  }
}

function companyOf(input: DeskSaveCompanyInput, texts: CompanyTexts): Company {
  const { website, email, status } = input
  return {
    ...{ texts, website, email, status },
    logo: input.logo === '' ? null : input.logo,
    isVisible: input.is_visible === 1,
    statusReason: input.status_reason,
    lossUrl: input.loss_url,
  }
}

function companyToWire(company: StoredCompany): DeskCompany {
  const { id, logo, website, email, status, revision } = company
  const texts = Object.entries(company.texts).map(([language, text]) => [language, textToWire(text)])
  return {
    ...{ id, website, email, status, revision },
    texts: Object.fromEntries(texts),
    logo: logo ?? '',
    is_visible: company.isVisible ? 1 : 0,
    status_reason: company.statusReason,
    loss_url: company.lossUrl,
    updated_at: company.updatedAt.toISOString(),
  }
}
