import { navigate } from 'wouter/use-browser-location'
import { createCaller } from '#browser/calls/caller.ts'
import { browserSocket } from '#browser/live/connection.ts'
import { createProbedSocketOpener, createReachabilityProbe } from '#browser/live/reachability.ts'
import { nowMs } from '#browser/platform/clock.ts'
import { metaContent, pageApiOrigin, pageSharedDomain } from '#browser/platform/page-meta.ts'
import { randomFraction, randomKey } from '#browser/platform/random.ts'
import { browserTimers } from '#browser/platform/timers.ts'
import { createSession, type Session } from '#browser/session/session.ts'
import { browserStorage, type StoredText, storedText, tabStorage } from '#browser/storage/stored-text.ts'
import { socketAddress } from '#contract/api-host.ts'
import { createToasts } from '#ui/toasts-store.ts'
import { leaveFor, makeStartCalls } from '#web/app/start-calls.ts'
import { createLoadingCount } from '#web/calls/loading-count.ts'
import { createConnectionMonitor } from '#web/live/connection-status.ts'
import { createLive } from '#web/live/live.ts'
import { createQuoteAge } from '#web/live/quote-age.ts'
import { createMarkets } from '#web/markets/markets.ts'
import { selectedMarketStorageKey } from '#web/markets/selection.ts'
import { createNotices } from '#web/notices/notices.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { loginPath, pathWithSearch } from '#web/parts/navigation.ts'
import { pushOfferOf } from '#web/parts/push/push-offer.ts'
import { forgetRequests } from '#web/parts/requests/forget-requests.ts'
import { createPortfolio } from '#web/portfolio/portfolio.ts'
import { pushStorageKey } from '#web/push/push-storage-key.ts'
import { createCompanyCookie } from '#web/stores/company-cookie.ts'
import { createLateParts, type LateParts } from '#web/stores/late-parts.ts'
import {
  createWebTranslations,
  languageStorageKey,
  type WebTranslationStore,
} from '#web/stores/translations.ts'
import { forgetOthersDrafts } from '#web/support/forget-texts.ts'
import { hasUnsentMessages, supportThreadKey } from '#web/support/storage-keys.ts'
import { supportPath } from '#web/support/support-paths.ts'
import { setsStop } from '#web/trade-actions/action-state.ts'
import { createLazyTradeActions } from '#web/trade-actions/lazy-trade-actions.ts'
import { actionKeyPrefix, legacyOrderKey } from '#web/trade-actions/storage-keys.ts'
import { createBasicInfo } from '#web/user/basic-info.ts'
import { createCurrentUser } from '#web/user/current-user.ts'
import { createProvider } from '#web/user/provider.ts'
import { sessionStorageKey } from '#web/user/session-storage-key.ts'

/** boot.js uses the same key. */
const directionStorageKey = 'openlot.direction'

const portfolioCode = {
  load: async () => (await import('#web/portfolio/portfolio-sync.ts')).startPortfolioSync,
}

const fundsNewsCode = {
  load: async () => (await import('#web/app/funds-news.ts')).startAppFundsNews,
}

const noticesCode = {
  load: async () => (await import('#web/app/start-notices.ts')).startNotices,
}

const pushCode = {
  load: async () => (await import('#web/parts/push/push-device-of.ts')).pushDeviceOf,
}

const supportCode = {
  load: async () => (await import('#web/parts/support/support-of.ts')).supportOf,
}

const tradeActionsCode = {
  dictionaries: ['trading'],
  async load() {
    const [{ createTradeActions }, { TradeActionsNotice }] = await Promise.all([
      import('#web/trade-actions/trade-actions.ts'),
      import('#web/app/trade-actions-notice.tsx'),
    ])
    return [createTradeActions, TradeActionsNotice] as const
  },
} as const

/** The composition root: creates and connects everything that lives as long as the page. */
export async function createAppParts(): Promise<AppParts> {
  const storage = browserStorage()
  const translations = await createWebTranslations({
    stored: storedText(storage, languageStorageKey),
    preferred: navigator.languages,
    reportError,
  })
  storeDirection(translations, storedText(storage, directionStorageKey))
  const session = createSession(storedText(storage, sessionStorageKey))
  const supportThread = createSession(storedText(storage, supportThreadKey))
  const isFramedChat = location.pathname === supportPath && window.parent !== window
  const ownSession = isFramedChat ? noSession : session
  const toasts = createToasts()
  const loading = createLoadingCount()
  const origin = pageApiOrigin()
  const token = session.getSnapshot
  const language = () => translations.getSnapshot().language
  const shared = { timers: browserTimers, random: randomFraction, token, sessionInvalid }

  function sessionInvalid(): void {
    session.end()
    // The chat is open to visitors, and a login does not fit into its frame.
    if (location.pathname !== '/login' && location.pathname !== supportPath)
      navigate(loginPath(pathWithSearch(location.pathname, location.search)))
  }

  /** Calls the handler when the connection is back and when the page is visible again. */
  function onWake(handler: () => void): void {
    live.onReconnect(handler)
    window.addEventListener('online', handler)
    onShown(handler)
  }

  /** Calls the handler when the language changes, but not when another dictionary has loaded. */
  function onLanguage(handler: () => void): void {
    let last = language()
    translations.subscribe(() => {
      if (language() === last) return
      last = language()
      handler()
    })
  }

  const caller = createCaller({
    ...shared,
    fetch: (...request) => fetch(...request),
    apiOrigin: () => origin,
    language,
    now: nowMs,
    newKey: randomKey,
    toast: (text, kind) => toasts.show({ text, tone: kind === 'error' ? 'danger' : 'good' }),
    busy: loading,
    networkFailed: () => connectionStatus.callFailed(),
    transportMessage: (code) => translations.getSnapshot().t('transport.failed', { code }),
  })
  const live = createLive({
    ...shared,
    openSocket: createProbedSocketOpener({ open: browserSocket, createProbe: createReachabilityProbe }),
    url: () => `${socketAddress(origin)}?lang=${language()}`,
    thread: supportThread.getSnapshot,
    threadEnded(ended) {
      if (supportThread.getSnapshot() === ended) supportThread.end()
    },
    reportError,
  })
  const connectionStatus = createConnectionMonitor({
    live,
    timers: browserTimers,
    now: nowMs,
    isOnline: () => navigator.onLine,
  })
  const late: LateParts<AppParts> = createLateParts({
    parts: () => parts,
    loadDictionary: translations.loadDictionary,
  })
  const currentUser = createCurrentUser({ call: caller.call, session })
  const portfolio = createPortfolio({
    ...shared,
    call: caller.call,
    live,
    session: ownSession,
    translations,
    toasts,
    load: () => late.load(portfolioCode),
  })
  const markets = createMarkets({
    ...shared,
    call: caller.call,
    live,
    onLanguage,
    nextFrame: (run) => requestAnimationFrame(run),
    now: nowMs,
    stored: storedText(storage, selectedMarketStorageKey),
  })
  const tradeActions = createLazyTradeActions({
    ...shared,
    call: caller.call,
    ...{ session: ownSession, currentUser, portfolio, storage },
    legacy: storedText(tabStorage(), legacyOrderKey),
    lastSeen: live.lastSeen,
    executed(action) {
      if (setsStop(action)) pushOfferOf(parts).offer()
    },
    newKey: randomKey,
    now: nowMs,
    onStorageChange: (handler) =>
      window.addEventListener('storage', ({ key }) => {
        // The key is null when the whole storage was cleared.
        if (key?.startsWith(actionKeyPrefix) ?? true) handler()
      }),
    onWake,
    load: () => late.load(tradeActionsCode),
  })
  const provider = createProvider({
    call: caller.call,
    cookie: createCompanyCookie({
      jar: document,
      host: location.hostname,
      domain: pageSharedDomain(),
      isSecure: location.protocol === 'https:',
    }),
    leave: leaveFor,
  })
  /** Requests and drafts of another user are removed as soon as it is known who uses the browser now. */
  function forgetOthersRequests(): void {
    const account = currentUser.getSnapshot()
    if (account.kind !== 'known') return
    forgetRequests(storage, account.user.id)
    forgetOthersDrafts(storage, account.user.id)
  }
  let hasFundsNews = false
  /** Loads with the first real user. A failed load is retried when the connection is back. */
  async function startFundsNews(): Promise<void> {
    const account = currentUser.getSnapshot()
    if (hasFundsNews || isFramedChat || account.kind !== 'known' || account.user.is_demo === 1) return
    hasFundsNews = true
    const start = await late.load(fundsNewsCode).catch(() => undefined)
    hasFundsNews = start !== undefined
    start?.(parts, onWake)
  }
  /** Loads if pushes were switched on in this browser. From then on they follow the user and the language. */
  async function startPush(): Promise<void> {
    if (currentUser.getSnapshot().kind !== 'known' || storedPush.read() === undefined || isFramedChat) return
    const deviceOf = await late.load(pushCode).catch(() => undefined)
    deviceOf?.(parts)
  }
  /** Loads if there are messages to send, or messages of a visitor that belong to the user now. */
  async function startSupport(): Promise<void> {
    const isClaimable = session.getSnapshot() !== undefined && supportThread.getSnapshot() !== undefined
    if (!isClaimable && !hasUnsentMessages(storage)) return
    const supportOf = await late.load(supportCode).catch(() => undefined)
    supportOf?.(parts)
  }
  const storedPush = storedText(storage, pushStorageKey)
  currentUser.subscribe(startPush)
  onWake(startPush)
  session.subscribe(startSupport)
  onWake(startSupport)
  currentUser.subscribe(forgetOthersRequests)
  currentUser.subscribe(startFundsNews)
  onWake(startFundsNews)
  session.subscribe(live.sessionChanged)
  supportThread.subscribe(live.sessionChanged)
  window.addEventListener('storage', () => {
    session.reread()
    supportThread.reread()
  })
  window.addEventListener('online', connectionStatus.networkChanged)
  window.addEventListener('offline', connectionStatus.networkChanged)
  onShown(connectionStatus.pageShown)
  onWake(() => {
    if (currentUser.getSnapshot().kind === 'unknown') void currentUser.refresh()
  })
  const parts: AppParts = {
    translations,
    session,
    toasts,
    loading,
    caller,
    live,
    connectionStatus,
    quoteAge: createQuoteAge({
      connection: connectionStatus,
      timers: browserTimers,
      now: nowMs,
      listedAtMs: markets.listedAtMs,
    }),
    currentUser,
    portfolio,
    tradeActions,
    markets,
    supportThread,
    isFramedChat,
    notices: createNotices({
      session: ownSession,
      onWake,
      load: async () => (await late.load(noticesCode))(parts),
    }),
    basicInfo: createBasicInfo(caller.call),
    provider,
    hasSimulatedPrices: metaContent('openlot-prices') === 'simulated',
    now: nowMs,
    late,
  }
  if (!isFramedChat) {
    onWake(provider.refresh)
    makeStartCalls(parts)
  }
  void startSupport()
  return parts
}

/** What needs a session stays idle with this one. */
const noSession: Session = createSession({ read: () => undefined, write: () => undefined })

/** Stores the direction of the texts, so that boot.js can apply it before the first paint of the next visit. */
function storeDirection(translations: WebTranslationStore, stored: StoredText): void {
  const store = () => stored.write(translations.getSnapshot().direction === 'rtl' ? 'rtl' : undefined)
  store()
  translations.subscribe(store)
}

function onShown(handler: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') handler()
  })
}
