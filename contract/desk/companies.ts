import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField } from '#contract/desk/shared-fields.ts'
import { companyLimits, companyTextLimits, mostStatus } from '#core/company/company.ts'

const textsField = Type.Record(
  Type.String(),
  Type.Object({
    name: Type.String(),
    legal_name: Type.String(),
    registered_address: Type.String(),
    office_address: Type.String(),
  }),
  { description: 'Texts by language' },
)

const deskCompany = Type.Object({
  id: Type.Integer(),
  texts: textsField,
  logo: Type.String({ description: 'Name of the picture; empty without one' }),
  website: Type.String(),
  email: Type.String(),
  is_visible: Type.Integer({ description: '1 if users can find it' }),
  status: Type.Integer({ description: '0 in good standing' }),
  status_reason: Type.String({ description: 'For operators only' }),
  loss_url: Type.String(),
  revision: Type.Integer({ description: 'For desk_save_company' }),
  updated_at: Type.String(),
})

export const deskCompanies = defineCall({
  name: 'desk_companies',
  group: 'Operator console',
  summary: 'List companies by their main name, with hidden ones',
  path: '/desk/api/companies',
  verb: 'GET',
  changes: false,
  access: ['content', 'viewer'],
  input: Type.Object({
    name: Type.String({
      maxLength: companyTextLimits.name,
      default: '',
      description: 'Part of the name in any language',
    }),
    page: pageField,
  }),
  answer: Type.Object({
    data: Type.Array(deskCompany),
    total: Type.Integer(),
    main_company: Type.Integer({ description: '1 if users search and choose providers' }),
    loss_url_list: Type.Array(Type.String(), {
      description: 'Addresses that users may be sent to, and all below them',
    }),
  }),
})

export type DeskCompaniesInput = InputOf<typeof deskCompanies>
export type DeskCompaniesAnswer = AnswerOf<typeof deskCompanies>
export type DeskCompany = DeskCompaniesAnswer['data'][number]

/** As JSON. Enough for the longest texts in all languages, even if each of their characters is escaped. */
const mostTextsCharacters = 50_000

export const deskSaveCompany = defineCall({
  name: 'desk_save_company',
  group: 'Operator console',
  summary:
    'Add a company, or change one (audited); at most 10,000. Only an owner sets status, status_reason and loss_url',
  path: '/desk/api/companies/save',
  verb: 'POST',
  changes: true,
  hasLargeBody: true,
  access: ['content'],
  input: Type.Object({
    id: Type.Optional(idField),
    revision: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description:
        'The revision that the operator saw; refused with changed_meanwhile if there is a newer one',
    }),
    texts: textField(
      mostTextsCharacters,
      'JSON object of texts by language, each with name, legal_name, registered_address and office_address. Every language with text needs a name; one without text is removed',
    ),
    logo: Type.String({ pattern: '^([0-9a-f]{32})?$', description: 'Name of a picture, or empty' }),
    website: textField(companyLimits.website),
    email: textField(companyLimits.email),
    is_visible: Type.Integer({ minimum: 0, maximum: 1 }),
    status: Type.Integer({ minimum: 0, maximum: mostStatus }),
    status_reason: textField(companyLimits.statusReason, 'Required unless the status is 0'),
    loss_url: textField(companyLimits.lossUrl),
  }),
  answer: deskCompany,
})

export type DeskSaveCompanyInput = InputOf<typeof deskSaveCompany>
