// Decides whether real accounts may open orders: not on simulated prices, unless that is allowed.
import { type Config, isLoopback } from '#server/bootstrap/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { Settings } from '#server/settings/settings.ts'

export type RealOpeningParts = {
  readonly settings: Pick<Settings, 'get'>
  readonly config: Pick<Config, 'host'>
  /** Whether the feed is simulated or replayed. */
  readonly isSimulated: boolean
}

export type RealOpening = {
  /** Whether real accounts may open nothing now. Closing, cancelling and stops are always possible. */
  readonly isBlocked: () => boolean
  /** Logs at the start that prices are simulated, and what that means for real accounts. */
  readonly logStart: (log: Pick<Log, 'info' | 'warn'>) => void
}

export function createRealOpening({ settings, config, isSimulated }: RealOpeningParts): RealOpening {
  const isLocal = isLoopback(config.host)
  const isBlocked = () => {
    if (!isSimulated) return false
    const value = settings.get('real_trades_on_simulated_prices')
    return value === 'auto' ? !isLocal : value === 'off'
  }
  return {
    isBlocked,
    logStart(log) {
      if (!isSimulated) return
      const about = { real_trades_on_simulated_prices: settings.get('real_trades_on_simulated_prices') }
      const sentence = `prices are simulated; real accounts ${isBlocked() ? 'cannot open orders' : 'can open orders'}`
      if (isLocal) log.info(about, sentence)
      else log.warn(about, sentence)
    },
  }
}
