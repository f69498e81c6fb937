/**
 * Rate limits of calls: a burst, refilled at a steady rate. Calls that reduce risk have limits of their own, so that a
 * user can always close, however many other calls came before.
 */
export const rateLimits = {
  address: { perSecond: 50, burst: 200 },
  addressReducingRisk: { perSecond: 50, burst: 500 },
  /** Calls that set or remove stops: their input, which is not read yet, decides whether they reduce risk. */
  addressStops: { perSecond: 50, burst: 500 },
  /** Public pictures of articles and companies. */
  addressPictures: { perSecond: 50, burst: 200 },
  /** Of an account, for calls that the engine executes. */
  trading: { perSecond: 20, burst: 100 },
  reducingRisk: { perSecond: 20, burst: 500 },
  /** Of an account, for calls that write a record of a deposit, withdrawal or payout method. */
  records: { perSecond: 1, burst: 10 },
  /** Of a visitor's address: threads, messages and marks of the support chat. */
  supportVisitors: { perSecond: 1, burst: 60 },
  /** Of a support thread and side. Typing marks beyond it are not published. */
  supportTyping: { perSecond: 0.5, burst: 1 },
} as const
