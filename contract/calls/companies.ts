import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'
import { companyTextLimits } from '#core/company/company.ts'

export const searchCompanies = defineCall({
  name: 'get_company',
  group: 'Providers',
  summary:
    'Search providers in good standing by name in any language; at most 50. Empty unless main-company mode is on',
  path: '/api/company/getCompany',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    name: Type.String({
      maxLength: companyTextLimits.name,
      default: '',
      description: 'Part of the name, in any case; all providers if empty',
    }),
  }),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      language: Type.String({
        description:
          'Language of the texts: that of the request, or else English, Chinese (Hong Kong) or any other',
      }),
      logo: Type.String({ description: 'Path of a picture; empty without one' }),
      url: Type.String({ description: 'Website; may be empty, like all that follow' }),
      subject: Type.String({ description: 'Name of the legal entity' }),
      registered_address: Type.String(),
      location: Type.String({ description: 'Office address' }),
      email: Type.String(),
    }),
  ),
})

export type CompanyItem = AnswerOf<typeof searchCompanies>[number]

export const companyStatus = defineCall({
  name: 'get_company_status',
  group: 'Providers',
  summary: 'Read whether users choose a provider, and the standing of the chosen one',
  path: '/api/company/getCompanyStatus',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    id: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Provider in the cookie `company`; 0 without one',
    }),
  }),
  answer: Type.Object({
    status: Type.Integer({ description: '0 in good standing, and for an unknown provider' }),
    loss_url: Type.String({ description: 'Where to send its users if the status is not 0; may be empty' }),
    main_company: Type.Integer({ description: '1 if /product searches providers, 0 if it searches markets' }),
  }),
})

export type CompanyStatusAnswer = AnswerOf<typeof companyStatus>
