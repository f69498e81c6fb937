import { type Static, Type } from 'typebox'
import {
  moneyField,
  nullable,
  percentField,
  quoteSeqField,
  timestampField,
} from '#contract/calls/shared-fields.ts'

// Shared fields of the trading calls. Amounts of an account are exact decimal strings.

const priceField = Type.String({ description: 'Exact price with the decimals of the market' })
const localTimeField = Type.String({
  description: 'The same time formatted in the language of the request, UTC',
})

/** Typed text. The engine parses it, so that all refusals come from one place. */
export const decimalTextField = (description: string) =>
  Type.String({ maxLength: maxDecimalTextLength, description })
const maxDecimalTextLength = 256

export const orderIdField = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Id of the order',
})

export const stopLossField = Type.Optional(decimalTextField('Stop loss price; 0 or empty for none'))
export const takeProfitField = Type.Optional(decimalTextField('Take profit price; 0 or empty for none'))

/**
 * The last data that the client had received when the user tapped. A call that is decided too long after the tap is
 * refused.
 */
export const lastSeenFields = {
  seen_seq: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Last QuoteSeq received before the tap. Refused with too_late if the market has closed, opened or ' +
        'become stale since',
    }),
  ),
  seen_at: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Last Now received before the tap, epoch ms. Refused with too_late after 10 s',
    }),
  ),
}

export const seenPriceField = Type.Optional(decimalTextField('Price shown to the user; market orders only'))
export const deviationField = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'Accepted slippage from the shown price, in price steps; default 0',
  }),
)

export const receiptFields = Type.Object({
  rule: Type.String({ description: 'Rule that caused the decision' }),
  bid: nullable(priceField),
  ask: nullable(priceField),
  time: nullable(timestampField),
  seq: Type.Union([Type.Integer(), Type.Null()]),
  feed: Type.String({ description: 'Source of the quote: its kind and number' }),
  rate: Type.Union([Type.String(), Type.Null()], {
    description: 'Exchange rate of the quote currency to US dollars, 9 decimals',
  }),
  expected: nullable(priceField),
  slippage: Type.Union([Type.String(), Type.Null()], {
    description: 'Price improvement over the expected price; negative if the fill was worse',
  }),
  account: Type.Union(
    [
      Type.Object({
        balance: moneyField,
        net_value: Type.Union([Type.String(), Type.Null()], {
          description: 'Equity at closing prices, US dollars, exact, 6 decimals; null for a close-out',
        }),
        mid_net_value: Type.Union([Type.String(), Type.Null()], {
          description: 'Equity at mid prices, which a close-out is decided on; null for other decisions',
        }),
        used_margin: moneyField,
        hazard_rate: nullable(percentField),
        needed: nullable(moneyField),
      }),
      Type.Null(),
    ],
    { description: 'Account figures of a margin close-out, or of an order without enough margin' },
  ),
})

export const orderFields = Type.Object({
  Id: Type.Integer(),
  ForexTradeLists: Type.Object({
    Id: Type.Integer(),
    Code: Type.String(),
    ShowCode: Type.String(),
    Name: Type.String(),
    Logo: Type.String(),
    PricePrecision: Type.Integer({ description: 'Number of decimals of the prices of this order' }),
    QuoteCurrency: Type.String(),
  }),
  OrderType: Type.Integer({ description: '1 buy, 2 sell' }),
  OrderKind: Type.Integer({ description: '1 market, 2 limit, 3 stop' }),
  Quantity: Type.String({ description: 'Lots, exact, 2 decimals' }),
  OriginPrice: Type.String({ description: 'Opening price; the target price while pending' }),
  Price: Type.String({ description: 'Requested price, or the price shown to the user' }),
  UpdatePrice: Type.Union([Type.String(), Type.Null()], {
    description: 'Current closing price, or the final one of a closed order; null if unknown',
  }),
  FactProfits: Type.String({
    description: 'Floating or realised profit without the fee in US dollars, exact',
  }),
  CautionMoney: moneyField,
  TradeFee: moneyField,
  TargetLossPrice: nullable(priceField),
  TargetProfitPrice: nullable(priceField),
  Multiple: Type.Integer({ description: 'Leverage' }),
  ForexContNum: Type.Number({ description: 'Units per lot' }),
  Pip: Type.String({ description: 'Lot step when the order was placed' }),
  ForexMinCont: Type.String({ description: 'Minimum lots when the order was placed' }),
  CreateTime: timestampField,
  CreateTimeHandler: localTimeField,
  OpenTime: nullable(timestampField),
  OpenTimeHandler: nullable(localTimeField),
  CompleteTime: nullable(timestampField),
  CompleteTimeHandler: nullable(localTimeField),
  Status: Type.Integer({ description: '0 pending, 1 open, 2 cancelled, 3 closed' }),
  CloseReason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the order ended; null while it is active',
  }),
  ParentId: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Order that this closed part was split from',
  }),
  AmendedFrom: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Cancelled pending order that this one replaced',
  }),
  receipt: Type.Object(
    {
      placed: receiptFields,
      opened: Type.Union([receiptFields, Type.Null()]),
      ended: Type.Union([receiptFields, Type.Null()]),
    },
    { description: 'Inputs of each decision, so that it can be verified' },
  ),
})

/** An order with figures at the quote of its decision, so that a repeated call gets the same answer. */
export const decidedOrderFields = Type.Object({ ...orderFields.properties, QuoteSeq: quoteSeqField })

export type OrderFields = Static<typeof orderFields>
export type ReceiptFields = Static<typeof receiptFields>
export type DecidedOrderFields = Static<typeof decidedOrderFields>
