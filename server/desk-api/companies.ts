// Companies in the operator console.
import {
  type DeskCompany,
  type DeskSaveCompanyInput,
  deskCompanies,
  deskSaveCompany,
} from '#contract/desk/companies.ts'
import { answered } from '#contract/outcome.ts'
import type { Companies, Company, StoredCompany } from '#server/companies/companies.ts'
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
    const changed = id === undefined ? undefined : { id, revision }
    const saved = await companies.save({ changed, company: companyOf(input), operator, address })
    return saved.kind === 'saved' ? answered(companyToWire(saved.company), 'done.saved') : saved
  })
}

function companyOf(input: DeskSaveCompanyInput): Company {
  const { name, website, email, status } = input
  return {
    ...{ name, website, email, status },
    logo: input.logo === '' ? null : input.logo,
    legalName: input.legal_name,
    registeredAddress: input.registered_address,
    officeAddress: input.office_address,
    isVisible: input.is_visible === 1,
    statusReason: input.status_reason,
    lossUrl: input.loss_url,
  }
}

function companyToWire(company: StoredCompany): DeskCompany {
  const { id, name, logo, website, email, status, revision } = company
  return {
    ...{ id, name, website, email, status, revision },
    logo: logo ?? '',
    legal_name: company.legalName,
    registered_address: company.registeredAddress,
    office_address: company.officeAddress,
    is_visible: company.isVisible ? 1 : 0,
    status_reason: company.statusReason,
    loss_url: company.lossUrl,
    updated_at: company.updatedAt.toISOString(),
  }
}
