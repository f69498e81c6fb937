import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

/** The kinds of markets, in the order in which they are shown. */
export const categories = defineCall({
  name: 'categories',
  group: 'Trading',
  summary: 'List the categories of markets',
  path: '/v1/api/forex/getCategories',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Array(Type.Object({ Id: Type.Integer(), NameShowTrans: Type.String() })),
})

export type CategoriesAnswer = AnswerOf<typeof categories>
