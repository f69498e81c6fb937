import type { MarketEvent } from '#core/market/quote.ts'
import { socketLimits } from '#server/bootstrap/address-limits.ts'
import { startAlertsModules } from '#server/bootstrap/alerts-modules.ts'
import { createApp } from '#server/bootstrap/app.ts'
import { startComplaintsModules } from '#server/bootstrap/complaints-modules.ts'
import { type Config, parseConfig } from '#server/bootstrap/config.ts'
import { findBuild } from '#server/bootstrap/find-build.ts'
import { startFundsModules } from '#server/bootstrap/funds-modules.ts'
import { listenOn, readyMessage } from '#server/bootstrap/listen-address.ts'
import { prepareMarketModules } from '#server/bootstrap/market-modules.ts'
import { createRealOpening } from '#server/bootstrap/real-opening.ts'
import { loadSecretKey } from '#server/bootstrap/secret-key.ts'
import { createShutdown } from '#server/bootstrap/shutdown.ts'
import { startProblems, startWarnings } from '#server/bootstrap/start-checks.ts'
import { startClock } from '#server/bootstrap/start-clock.ts'
import { startDeskLive, startSupportModules } from '#server/bootstrap/support-modules.ts'
import { startTradingModules } from '#server/bootstrap/trading-modules.ts'
import { startUserModules } from '#server/bootstrap/user-modules.ts'
import { warmUp } from '#server/bootstrap/warm-up.ts'
import { createCompanies } from '#server/companies/companies.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { describeRecord } from '#server/funds/funds.ts'
import { createLimitKey, createProxyCheck, createSecurityHeaders } from '#server/gateway/gateway.ts'
import { startHeads } from '#server/heads/heads.ts'
import { createLive } from '#server/live/live.ts'
import type { PastFilled } from '#server/market-data/market-data.ts'
import { createMemoryBus } from '#server/platform/bus.ts'
import { createSteadyClock, systemClock } from '#server/platform/clock.ts'
import { watchClock } from '#server/platform/clock-watch.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createPasswords } from '#server/platform/passwords/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { countBuffersAsHeap, disablePretenuring } from '#server/platform/v8-flags.ts'
import { createSettings, type SettingKey } from '#server/settings/settings.ts'
import { openStorage } from '#server/storage/storage.ts'

/** Every topic on the bus. */
type Topics = {
  readonly setting_changed: { readonly key: SettingKey }
  readonly market_event: MarketEvent
  readonly past_filled: PastFilled
  readonly account_changed: AccountChanged
  /** Lists of notices have changed: of these users, or of any. */
  readonly notices_changed: { readonly userIds: readonly number[] | undefined }
}

const clock = createSteadyClock(systemClock)
const random = systemRandom
const timers = systemTimers
const sweepEveryMs = 10_000

/** Creates and wires all modules, then listens. Returns the function that stops them, the database last. */
async function start(config: Config, log: Log, onFatal: (sentence: string) => void) {
  const metrics = createMetrics()
  const translatorFor = createTranslators()
  const storage = await openStorage({ ...config, log, clock: systemClock, onDatabaseExit: onFatal })
  const stopWatch = watchClock({ system: systemClock, clock, timers, log, metrics })
  const undo: (() => Promise<void>)[] = [async () => stopWatch(), storage.stop]
  try {
    await startClock({ system: systemClock, clock, ...storage, config, log })
    const bus = createMemoryBus<Topics>({
      onFault: (topic, fault) => {
        metrics.busFaults.inc({ topic })
        log.error({ topic, fault }, 'a bus subscriber failed')
      },
    })
    const settings = await createSettings({ ...storage, log })
    settings.subscribe((key) => bus.publish('setting_changed', { key }))
    const userModules = await startUserModules({
      config,
      ...storage,
      settings,
      clock,
      wallClock: systemClock,
      timers,
      random,
      passwords: createPasswords(),
      log,
      metrics,
      translatorFor,
    })
    undo.unshift(userModules.stop)
    await userModules.notices.onChanged((userIds) => bus.publish('notices_changed', { userIds }))
    // Printed at once: it would be lost if the start failed later.
    process.stdout.write(userModules.firstOwnerNotice)
    const { users } = userModules
    const secretKey = loadSecretKey({ ...config, random })
    const heads = await startHeads({ ...config, ...storage, secretKey, clock, timers, log, metrics })
    undo.unshift(heads.stop)
    const market = await prepareMarketModules({
      config,
      ...storage,
      log,
      clock,
      timers,
      random,
      metrics,
      publish: (event) => bus.publish('market_event', event),
      publishPastFilled: (filled) => bus.publish('past_filled', filled),
      onFatal: onFatal,
    })
    const { marketData, isSimulated } = market
    undo.unshift(market.stop)
    const realOpening = createRealOpening({ settings, config, isSimulated })
    const trading = await startTradingModules({
      ...storage,
      ...market,
      settings,
      realOpening,
      notices: { addNotices: userModules.notices.add, describeMovement: describeRecord },
      clock,
      timers,
      random,
      log,
      metrics,
      onMarketEvent: (handler) => bus.subscribe('market_event', handler),
      publish: (change) => bus.publish('account_changed', change),
      onAccountChanged: (handler) => bus.subscribe('account_changed', handler),
      onFatal: onFatal,
    })
    undo.unshift(trading.stop)
    const alertsModules = await startAlertsModules({
      ...storage,
      marketData,
      clock,
      timers,
      log,
      metrics,
      onMarketEvent: (handler) => bus.subscribe('market_event', handler),
      addNotices: userModules.notices.add,
    })
    undo.unshift(alertsModules.stop)
    const fundsModules = startFundsModules({
      ...storage,
      ...userModules,
      ...trading,
      settings,
      clock,
      timers,
      log,
    })
    undo.unshift(fundsModules.stop)
    userModules.approvals.start()
    const complaintsModules = startComplaintsModules({
      ...config,
      ...storage,
      ...userModules,
      settings,
      recordHead: heads.record,
      clock,
      timers,
      log,
    })
    undo.unshift(complaintsModules.stop)
    const supportModules = await startSupportModules({
      config,
      ...storage,
      ...userModules,
      clock,
      timers,
      random,
      log,
    })
    undo.unshift(supportModules.stop)
    const { support } = supportModules
    const socketParts = {
      ...{ ...config, clock, timers, log, metrics, translatorFor, limits: socketLimits(config) },
      limitKeyOf: createLimitKey(config.trustedProxies),
      securityHeaders: createSecurityHeaders(config.trustedProxies),
      isFromProxyItself: createProxyCheck(config.trustedProxies),
    }
    const live = createLive({
      marketData,
      onMarketEvent: (handler) => bus.subscribe('market_event', handler),
      onPastFilled: (handler) => bus.subscribe('past_filled', handler),
      portfolio: trading.portfolio,
      onAccountChanged: (handler) => bus.subscribe('account_changed', handler),
      notices: userModules.notices,
      onNoticesChanged: (handler) => bus.subscribe('notices_changed', ({ userIds }) => handler(userIds)),
      authenticate: users.authenticate,
      support,
      ...socketParts,
    })
    undo.unshift(live.stop)
    const deskLive = startDeskLive({ ...storage, ...userModules, support, socketParts })
    undo.unshift(deskLive.stop)
    users.onSessionEnded(live.endSession)
    const ready = [
      { name: 'database', check: storage.ping },
      { name: 'feed', check: async () => market.isReady() },
      { name: 'engine', check: async () => trading.engine.isReady() },
    ]
    const app = await createApp({
      config,
      builtDir: config.buildDir ?? findBuild(),
      log,
      clock,
      timers,
      random,
      metrics,
      translatorFor,
      ready,
      runOnce: userModules.idempotency.runOnce,
      userModules,
      pool: storage.pool,
      settings,
      marketData,
      ...trading,
      ...fundsModules,
      ...complaintsModules,
      ...alertsModules,
      companies: createCompanies({ ...storage, settings }),
      support,
      simulatedPrices: isSimulated,
      realOpening,
    })
    live.attach(app.server)
    deskLive.attach(app.server)
    await warmUp(app, metrics)
    // Started last, when every subscriber to prices is listening.
    market.startFeed()
    for (const warning of startWarnings({ config, uid: process.getuid?.() })) log.warn(warning)
    await listenOn(app, config)
    const sweep = setInterval(() => {
      live.closeIdle()
      deskLive.closeIdle()
    }, sweepEveryMs)

    async function stop(): Promise<void> {
      clearInterval(sweep)
      stopWatch()
      // Running requests may finish; connections still open after the timeout are closed.
      const forceClose = setTimeout(() => app.server.closeAllConnections(), stopBoundsMs.requests)
      await Promise.all([app.close(), live.stop(), deskLive.stop()])
      clearTimeout(forceClose)
      await market.stop()
      await supportModules.stop()
      await complaintsModules.stop()
      await fundsModules.stop()
      await Promise.all([trading.stop(), alertsModules.stop()])
      // After the engine, so that the last batch is recorded.
      await Promise.all([userModules.stop(), heads.stop()])
      bus.stop()
      settings.stop()
      await storage.stop()
    }
    const addresses = readyMessage(config.host, app.server.address())
    return { stop, addresses }
  } catch (fault) {
    for (const step of undo) await step()
    throw fault
  }
}

async function main(): Promise<void> {
  countBuffersAsHeap()
  const parsed = parseConfig(process.env)
  if (!parsed.ok) throw new StartFailure(parsed.problems.join('\n'))
  const problems = startProblems(parsed.config)
  if (problems.length > 0) throw new StartFailure(problems.join('\n'))
  const log = createLog(parsed.config.logLevel)
  const shutdown = createShutdown(log)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => shutdown.request(signal, 0))
  }
  process.on('disconnect', () => shutdown.request('the launcher exited', 0))
  process.on('uncaughtException', (fault) => {
    log.fatal({ fault }, 'uncaught exception')
    shutdown.request('uncaught exception', 1)
  })
  // The server keeps running if stdout is closed.
  process.stdout.on('error', () => {})
  const onFatal = (sentence: string) => {
    process.stderr.write(`${sentence}\n`)
    shutdown.request(sentence, 1)
  }
  const { stop, addresses } = await start(parsed.config, log, onFatal).catch((fault: unknown) => {
    if (shutdown.exitIfRequested()) return neverSettles
    throw fault
  })
  disablePretenuring()
  if (shutdown.started(stop)) process.stdout.write(addresses)
}

const neverSettles = new Promise<never>(() => {})

main().catch((fault: unknown) => {
  process.stderr.write(`${fault instanceof StartFailure ? fault.message : (fault as Error).stack}\n`)
  process.exit(1)
})
