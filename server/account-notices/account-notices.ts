// Entry point: two followers of the journal that tell users what happened to their orders and their money.
export { createFundsNotices, type FundsNoticesParts } from '#server/account-notices/funds-notices.ts'
export { createTradingNotices } from '#server/account-notices/trading-notices.ts'
