import { type TString, Type } from 'typebox'

// Fields shared by calls of several domains.

/** Clients may send the channel as a number or as a string of one digit. */
export const channelField = Type.Integer({ minimum: 1, maximum: 2, description: '1 email, 2 mobile' })

export const accountField = Type.String({
  minLength: 1,
  maxLength: 254,
  description: 'Email address, or mobile number in digits with its dialling code',
})

/** The maximum exceeds that of the password rule, so that an overlong password gets the rule's specific message. */
export const passwordField = Type.String({ minLength: 1, maxLength: 256 })

export const codeField = Type.String({ minLength: 1, maxLength: 16, description: 'Code that was sent' })

export const areaIdField = Type.Integer({
  minimum: 0,
  maximum: 100_000,
  description: 'Id from area_list',
})

export const pageField = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  default: 1,
  description: 'Page number, starting at 1; 20 rows per page',
})

export const limitField = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'Rows per page',
})

/** Forms and queries have no booleans. */
export const flagField = Type.Integer({ minimum: 0, maximum: 1, description: '1 yes, 0 no' })

/** Epoch ms, up to the latest time a JS `Date` can hold. */
export const epochField = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })

export const timestampField = Type.String({ description: 'ISO 8601, UTC' })

export const nullable = (schema: TString) => Type.Union([schema, Type.Null()])

export const moneyField = Type.String({ description: 'US dollars, exact, 6 decimals' })
export const percentField = Type.String({ description: 'Percent, 2 decimals' })
export const quoteSeqField = Type.Integer({
  description: 'Sequence of the prices. Answers with equal QuoteSeq and Version have equal figures',
})
export const versionField = Type.Integer({
  description: 'Version of the account. Every decision that changes it, or freezes it, raises it by one',
})
