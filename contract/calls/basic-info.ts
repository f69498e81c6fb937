import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

/** The base settings that change what the screens show. */
export const basicInfo = defineCall({
  name: 'basic_info',
  group: 'Account and common',
  summary: 'Read the base settings',
  path: '/api/basicSet/getBasicInfo',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Object({
    service_link: Type.String({ description: 'Where support is; empty when support is our own chat.' }),
    service_link_type: Type.Integer({
      description: '2 copies the link, 3 redirects to it, else it is shown in the app.',
    }),
    verify_reg_type: Type.Integer({ description: '1 a code is sent, 2 an image captcha.' }),
    trade_fee_type: Type.Integer({ description: '1 a fee per lot, else a share of the margin.' }),
    simulated_prices: Type.Integer({ description: '1 while prices come from no real market.' }),
  }),
})

export type BasicInfoAnswer = AnswerOf<typeof basicInfo>
