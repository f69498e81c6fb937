import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

export const areaList = defineCall({
  name: 'area_list',
  group: 'Account and common',
  summary: 'Read the countries and their dialling codes',
  path: '/api/default/area_list',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      code: Type.String({ description: 'ISO 3166 code of the country' }),
      global_code: Type.String({ description: 'Dialling code, digits only' }),
    }),
  ),
})

export type AreaListAnswer = AnswerOf<typeof areaList>
