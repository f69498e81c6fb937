// Providers in main-company mode.
import { type CompanyItem, companyStatus, searchCompanies } from '#contract/calls/companies.ts'
import { answered } from '#contract/outcome.ts'
import type { Companies, FoundCompany } from '#server/companies/companies.ts'
import { type Route, route } from '#server/gateway/gateway.ts'

export function companyRoutes(companies: Companies): readonly Route[] {
  return [
    route(searchCompanies, async ({ name }, { language }) =>
      answered((await companies.search(name, language)).map((company) => companyToWire(company))),
    ),
    route(companyStatus, async ({ id }) => {
      const { status, lossUrl } = await companies.standing(id)
      return answered({ status, loss_url: lossUrl, main_company: companies.isModeOn() ? 1 : 0 })
    }),
  ]
}

function companyToWire({ id, name, logo, registeredAddress, email, ...company }: FoundCompany): CompanyItem {
  return {
    id,
    name,
    language: company.language,
    logo: logo === null ? '' : `/content/pictures/${logo}.jpg`,
    url: company.website,
    subject: company.legalName,
    registered_address: registeredAddress,
    location: company.officeAddress,
    email,
  }
}
