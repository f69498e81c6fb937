import { rateLimits } from '#contract/rate-limits.ts'
import type { Alerts } from '#server/alerts/alerts.ts'
import { readAccountDetail, readAccountLog, readBalance, resetDemoAccount } from '#server/api/account.ts'
import { alertRoutes } from '#server/api/alerts.ts'
import { readCalendar, readCalendarMarks } from '#server/api/calendar.ts'
import { companyRoutes } from '#server/api/companies.ts'
import { complaintRoutes } from '#server/api/complaints.ts'
import { contentRoutes } from '#server/api/content.ts'
import { receiveCrashReport } from '#server/api/crash-reports.ts'
import {
  changePassword,
  drawCaptcha,
  resetPassword,
  sendCodeByEmail,
  sendCodeBySms,
} from '#server/api/credentials.ts'
import { fundsRoutes } from '#server/api/funds.ts'
import { readIdentityCenter, readImage, submitRealName, uploadImage } from '#server/api/identity.ts'
import { readAbbreviatedKline, readCategories, readKline, readTradeList } from '#server/api/market.ts'
import { noticeRoutes } from '#server/api/notices.ts'
import { pushRoutes } from '#server/api/push.ts'
import {
  endOtherSessions,
  logIn,
  logInDemo,
  logOut,
  readInviteList,
  readLoginHistory,
  readSessions,
  readUserInfo,
  registerUser,
} from '#server/api/session.ts'
import { readAreaList, readBasicInfo, readDefaultSetting } from '#server/api/settings.ts'
import { supportRoutes } from '#server/api/support.ts'
import {
  amendPendingOrder,
  cancelOrder,
  closeManyOrders,
  closeOrder,
  placeOrder,
  readOrders,
  readOutcome,
  reverseOrder,
  setStops,
} from '#server/api/trading.ts'
import { connectionLimitsOf } from '#server/bootstrap/address-limits.ts'
import type { Config } from '#server/bootstrap/config.ts'
import type { RealOpening } from '#server/bootstrap/real-opening.ts'
import type { UserModules } from '#server/bootstrap/user-modules.ts'
import type { Companies } from '#server/companies/companies.ts'
import type { Complaints } from '#server/complaints/complaints.ts'
import { deskRoutes } from '#server/desk-api/desk-routes.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { Funds, FundsReview } from '#server/funds/funds.ts'
import {
  admissionLimits,
  createAdmissionQueue,
  createCountryOf,
  createWebServer,
  limitCallRate,
  type ReadyCheck,
  serveCalls,
  serveDocs,
  servePages,
  servePictures,
  serveProbes,
  type WebServer,
} from '#server/gateway/gateway.ts'
import type { RunOnce } from '#server/idempotency/idempotency.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import { type BucketLimits, createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { Support } from '#server/support/support.ts'

export type AppParts = {
  readonly config: Pick<
    Config,
    | 'apiHost'
    | 'webOrigins'
    | 'trustedProxies'
    | 'countryHeader'
    | 'metricsToken'
    | 'rateLimits'
    | 'socketsPerAddress'
  >
  /** Directory of the built apps; undefined if none was built, as in development. */
  readonly builtDir: string | undefined
  readonly log: Log
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly metrics: Metrics
  readonly translatorFor: TranslatorFor
  readonly ready: readonly ReadyCheck[]
  readonly runOnce: RunOnce
  readonly pool: Pool
  readonly settings: Settings
  readonly userModules: Pick<
    UserModules,
    | 'users'
    | 'calendar'
    | 'codes'
    | 'uploads'
    | 'kyc'
    | 'notices'
    | 'push'
    | 'content'
    | 'operators'
    | 'approvals'
    | 'twoPersonRule'
  >
  readonly marketData: MarketData
  readonly engine: Pick<
    Engine,
    'submit' | 'mayHaveUsed' | 'outcomeOf' | 'openAccount' | 'freezes' | 'frozenCount'
  >
  readonly portfolio: Pick<Portfolio, 'orders' | 'funds' | 'log'>
  readonly funds: Funds
  readonly fundsReview: FundsReview
  readonly alerts: Pick<Alerts, 'list' | 'add' | 'remove'>
  readonly complaints: Complaints
  readonly companies: Companies
  readonly support: Support
  /** Whether prices are simulated or replayed. The app must tell the user. */
  readonly simulatedPrices: boolean
  readonly realOpening: Pick<RealOpening, 'isBlocked'>
}

/** Builds the web server with every route listed by name. */
export async function createApp(parts: AppParts): Promise<WebServer> {
  const { config, settings, marketData, clock, userModules } = parts
  const { users } = userModules
  const app = await createWebServer({ ...config, ...parts, connectionLimits: connectionLimitsOf(config) })
  const buckets = (limits: BucketLimits) => createTokenBuckets(limits, clock)
  if (config.rateLimits) {
    const { address, addressReducingRisk, addressStops } = rateLimits
    const limits = {
      reducingRisk: buckets(addressReducingRisk),
      stops: buckets(addressStops),
      others: buckets(address),
    }
    limitCallRate(app, { ...parts, limits })
  }
  await serveDocs(app)
  const calls = {
    ...parts,
    countryOf: createCountryOf(config.trustedProxies, config.countryHeader),
    openings: createAdmissionQueue({ ...parts, limits: admissionLimits }),
    mayHaveUsed: parts.engine.mayHaveUsed,
    accountLimits: config.rateLimits
      ? {
          trading: buckets(rateLimits.trading),
          reducingRisk: buckets(rateLimits.reducingRisk),
          records: buckets(rateLimits.records),
        }
      : undefined,
  }
  const login = { ...parts, ...userModules }
  const trade = { ...parts, users }
  serveCalls(app, calls, [
    // Account and settings
    readDefaultSetting({ settings, users }),
    readBasicInfo({ ...parts, isRealOpeningBlocked: parts.realOpening.isBlocked }),
    receiveCrashReport(parts),
    readUserInfo(userModules),
    logIn(login),
    logInDemo(login),
    registerUser(login),
    changePassword(users),
    resetPassword(users),
    sendCodeByEmail(users),
    sendCodeBySms(users),
    readAreaList(users),
    drawCaptcha(userModules.codes),
    logOut(users),
    readSessions(users),
    endOtherSessions(users),
    readLoginHistory(users),
    readInviteList(users),
    uploadImage(userModules),
    readImage(userModules),
    submitRealName(userModules),
    readIdentityCenter(userModules),
    // Trading
    readTradeList(parts),
    readCategories(marketData),
    readKline(marketData),
    readAbbreviatedKline(marketData, clock),
    placeOrder(trade),
    closeOrder(trade),
    closeManyOrders(trade),
    reverseOrder(trade),
    amendPendingOrder(trade),
    readOutcome(trade),
    cancelOrder(trade),
    setStops(trade),
    readOrders(trade),
    readBalance(trade),
    resetDemoAccount(trade),
    // Price alerts
    ...alertRoutes(trade),
    // Funds
    readAccountDetail(trade),
    readAccountLog(trade),
    ...fundsRoutes(trade),
    // Notices
    ...noticeRoutes({ ...userModules, translatorFor: parts.translatorFor }),
    ...pushRoutes(userModules),
    // Articles
    ...contentRoutes(userModules),
    // Economic calendar
    readCalendar(userModules.calendar),
    readCalendarMarks({ ...userModules, marketData }),
    // Complaints
    ...complaintRoutes(trade),
    // Providers
    ...companyRoutes(parts.companies),
    // Support
    ...supportRoutes({
      ...trade,
      visitorLimit: config.rateLimits ? buckets(rateLimits.supportVisitors) : undefined,
    }),
  ])
  serveCalls(app, calls, deskRoutes({ ...parts, ...userModules }))
  serveProbes(app, { ...parts, metricsToken: config.metricsToken, sources: marketData.sources })
  servePictures(app, {
    ...parts,
    read: userModules.content.pictures.read,
    limit: config.rateLimits ? buckets(rateLimits.addressPictures) : undefined,
  })
  // Type 1 shows the link in the app; the others copy or open it.
  const framedLink = () => (settings.get('service_link_type') === 1 ? settings.get('service_link') : '')
  await servePages(app, { ...parts, apiHost: config.apiHost, framedLink })
  return app
}
