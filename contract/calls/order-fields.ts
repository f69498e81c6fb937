import { type Static, Type } from 'typebox'
import {
  moneyField,
  nullable,
  percentField,
  quoteSeqField,
  timestampField,
} from '#contract/calls/shared-fields.ts'

// Shared fields of the trading calls. Amounts of an account are exact decimal strings.

const priceField = Type.String({ description: 'Exact, with the decimals of the market' })
const localTimeField = Type.String({ description: 'The same moment in the language of the caller, UTC' })

/** Typed text. The engine parses it, so that all refusals come from one place. */
export const typedField = (description: string) => Type.String({ maxLength: longestTyped, description })
const longestTyped = 256

export const orderIdField = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The Id of an order',
})

export const stopLossField = Type.Optional(typedField('Stop loss; 0 or empty means none'))
export const takeProfitField = Type.Optional(typedField('Take profit; 0 or empty means none'))

/** The client's last received data at the time of the tap. A request decided too long after it is refused. */
export const lastSeenFields = {
  seen_seq: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The last QuoteSeq received before the tap; refused with too_late when the market has closed, opened or gone stale since',
    }),
  ),
  seen_at: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The last Now received before the tap, epoch ms; refused with too_late 10 s later',
    }),
  ),
}

export const seenPriceField = Type.Optional(typedField('The price the user saw; at market only'))
export const deviationField = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'By how many steps the price may be worse than the one seen; 0 when left out',
  }),
)

export const receiptFields = Type.Object({
  rule: Type.String({ description: 'The rule that decided' }),
  bid: nullable(priceField),
  ask: nullable(priceField),
  time: nullable(timestampField),
  seq: Type.Union([Type.Integer(), Type.Null()]),
  feed: Type.String({ description: 'Where the quote came from: the kind of the feed and its number' }),
  rate: Type.Union([Type.String(), Type.Null()], {
    description: 'The quote currency in US dollars, 9 decimals',
  }),
  expected: nullable(priceField),
  slippage: Type.Union([Type.String(), Type.Null()], {
    description: 'How much better than expected it was filled, as a price; below zero it was worse',
  }),
  account: Type.Union(
    [
      Type.Object({
        balance: moneyField,
        net_value: moneyField,
        used_margin: moneyField,
        hazard_rate: nullable(percentField),
        needed: nullable(moneyField),
      }),
      Type.Null(),
    ],
    { description: 'The account at that moment: of a close-out, and of an order that could not be paid for' },
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
    PricePrecision: Type.Integer({ description: 'Decimals of the prices of this order' }),
    QuoteCurrency: Type.String(),
  }),
  OrderType: Type.Integer({ description: '1 buy, 2 sell' }),
  OrderKind: Type.Integer({ description: '1 market, 2 limit, 3 stop' }),
  Quantity: Type.String({ description: 'Lots, exact, with 2 decimals' }),
  OriginPrice: Type.String({ description: 'What it was opened at; the target while it is pending' }),
  Price: Type.String({ description: 'The price that was asked for or seen' }),
  UpdatePrice: Type.Union([Type.String(), Type.Null()], {
    description: 'What it would close at now, or did close at; null where no price is known',
  }),
  FactProfits: Type.String({ description: 'Floating or realised, without the fee, US dollars, exact' }),
  CautionMoney: moneyField,
  TradeFee: moneyField,
  TargetLossPrice: nullable(priceField),
  TargetProfitPrice: nullable(priceField),
  Multiple: Type.Integer({ description: 'Leverage' }),
  ForexContNum: Type.Number({ description: 'Units per lot' }),
  Pip: Type.String({ description: 'The lot step it was placed with' }),
  ForexMinCont: Type.String({ description: 'The least lots it was placed with' }),
  CreateTime: timestampField,
  CreateTimeHandler: localTimeField,
  OpenTime: nullable(timestampField),
  OpenTimeHandler: nullable(localTimeField),
  CompleteTime: nullable(timestampField),
  CompleteTimeHandler: nullable(localTimeField),
  Status: Type.Integer({ description: '0 pending, 1 holding, 2 cancelled, 3 closed' }),
  CloseReason: Type.Union([Type.String(), Type.Null()], { description: 'Why it is over' }),
  ParentId: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The order this closed part was a part of',
  }),
  AmendedFrom: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The cancelled pending order that this one replaced',
  }),
  receipt: Type.Object(
    {
      placed: receiptFields,
      opened: Type.Union([receiptFields, Type.Null()]),
      ended: Type.Union([receiptFields, Type.Null()]),
    },
    { description: 'What was decided on, so that it can be checked' },
  ),
})

/** An order with figures at the quote of its decision, so that a repeated call gets the same answer. */
export const decidedOrderFields = Type.Object({ ...orderFields.properties, QuoteSeq: quoteSeqField })

export type OrderFields = Static<typeof orderFields>
export type ReceiptFields = Static<typeof receiptFields>
export type DecidedOrderFields = Static<typeof decidedOrderFields>
