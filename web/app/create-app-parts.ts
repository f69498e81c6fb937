import { navigate } from 'wouter/use-browser-location'
import { type ApiHostMode, apiOrigin, socketAddress } from '#contract/api-host.ts'
import { createToasts } from '#ui/toasts-store.ts'
import { createAccount } from '#web/account/account.ts'
import { createCaller } from '#web/calls/caller.ts'
import { createLoadingCount } from '#web/calls/loading-count.ts'
import { browserSocket } from '#web/live/connection.ts'
import { createConnectionMonitor } from '#web/live/connection-status.ts'
import { createLive } from '#web/live/live.ts'
import { createQuoteAge } from '#web/live/quote-age.ts'
import { createProbedSocketOpener, createReach } from '#web/live/reachability.ts'
import { createMarkets } from '#web/markets/markets.ts'
import { selectedMarketStorageKey } from '#web/markets/selection.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { loginPath, pathWithSearch } from '#web/parts/navigation.ts'
import { nowMs } from '#web/platform/clock.ts'
import { randomFraction, randomKey } from '#web/platform/random.ts'
import { browserTimers } from '#web/platform/timers.ts'
import { createPortfolio } from '#web/portfolio/portfolio.ts'
import { createSession, sessionStorageKey } from '#web/stores/session.ts'
import { browserStorage, storedText, tabStorage } from '#web/stores/stored-text.ts'
import { createTranslations, languageStorageKey } from '#web/stores/translations.ts'
import { createLazyTradeActions } from '#web/trade-actions/lazy-trade-actions.ts'
import { actionKeyPrefix, legacyOrderKey } from '#web/trade-actions/storage-keys.ts'

/** The composition root of the app: everything that lives as long as the page, made and wired once. */
export async function createAppParts(): Promise<AppParts> {
  const storage = browserStorage()
  const words = await createTranslations(storedText(storage, languageStorageKey), navigator.languages)
  const session = createSession(storedText(storage, sessionStorageKey))
  const toasts = createToasts()
  const loading = createLoadingCount()
  const origin = apiOrigin(apiHostMode(), location.origin)
  const token = session.getSnapshot
  const language = () => words.getSnapshot().language
  const shared = { timers: browserTimers, random: randomFraction, token, sessionInvalid }

  function sessionInvalid(): void {
    session.end()
    if (location.pathname !== '/login')
      navigate(loginPath(pathWithSearch(location.pathname, location.search)))
  }

  /** The line or the page is back. */
  function onWake(handler: () => void): void {
    live.onReconnect(handler)
    window.addEventListener('online', handler)
    onShown(handler)
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
    networkFailed: () => line.callFailed(),
    transportMessage: (code) => words.getSnapshot().t('transport.failed', { code }),
  })
  const live = createLive({
    ...shared,
    openSocket: createProbedSocketOpener({ open: browserSocket, createProbe: createReach }),
    url: () => `${socketAddress(origin)}?lang=${language()}`,
    reportError,
  })
  const line = createConnectionMonitor({
    live,
    timers: browserTimers,
    now: nowMs,
    isOnline: () => navigator.onLine,
  })
  const account = createAccount({ call: caller.call, session })
  const portfolio = createPortfolio({
    ...shared,
    call: caller.call,
    live,
    session,
    words,
    toasts,
    load: async () => (await import('#web/portfolio/portfolio-sync.ts')).startPortfolioSync,
  })
  const markets = createMarkets({
    ...shared,
    call: caller.call,
    live,
    onLanguage: words.subscribe,
    nextFrame: (run) => requestAnimationFrame(run),
    now: nowMs,
    stored: storedText(storage, selectedMarketStorageKey),
  })
  const acts = createLazyTradeActions({
    ...shared,
    call: caller.call,
    ...{ session, account, portfolio, storage },
    legacy: storedText(tabStorage(), legacyOrderKey),
    lastSeen: live.lastSeen,
    newKey: randomKey,
    now: nowMs,
    onStorageChange: (handler) =>
      window.addEventListener('storage', ({ key }) => {
        // Without a key all of the storage was cleared.
        if (key?.startsWith(actionKeyPrefix) ?? true) handler()
      }),
    onWake,
    async load() {
      const [{ createTradeActions: createActs }, { TradeActionsNotice: ActsNotice }] = await Promise.all([
        import('#web/trade-actions/trade-actions.ts'),
        import('#web/app/trade-actions-notice.tsx'),
        words.loadDictionary('trading'),
      ])
      return [createActs, ActsNotice]
    },
  })
  session.subscribe(live.sessionChanged)
  window.addEventListener('storage', session.reread)
  window.addEventListener('online', line.networkChanged)
  window.addEventListener('offline', line.networkChanged)
  onShown(line.pageShown)
  onWake(() => {
    if (account.getSnapshot().kind === 'unknown') void account.refresh()
  })
  return {
    translations: words,
    session,
    toasts,
    loading,
    caller,
    live,
    connectionStatus: line,
    quoteAge: createQuoteAge({
      connection: line,
      timers: browserTimers,
      now: nowMs,
      listedAtMs: markets.listedAtMs,
    }),
    account,
    portfolio,
    tradeActions: acts,
    markets,
    hasSimulatedPrices: writtenInPage('openlot-prices') === 'simulated',
    now: nowMs,
  }
}

function onShown(handler: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') handler()
  })
}

/** In development nobody writes it, and it is the same origin. */
function apiHostMode(): ApiHostMode {
  return writtenInPage('openlot-api-host') === 'subdomain' ? 'subdomain' : 'same'
}

/** What the server wrote into the page for the app to know before its first call. */
function writtenInPage(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
