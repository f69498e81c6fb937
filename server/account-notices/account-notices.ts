// Entry point: two followers of the journal that tell users what happened to their orders and their money.
export {
  createFundsNotices,
  type FundsNoticesParts,
  type MovementRecord,
} from '#server/account-notices/funds-notices.ts'
export { createTradingNotices, type TradingNoticesParts } from '#server/account-notices/trading-notices.ts'
