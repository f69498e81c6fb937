// Checks at the start of a server that other machines can reach.
import { type Config, isLoopback } from '#server/bootstrap/config.ts'

/**
 * Reasons to refuse the start. Mail is required, because every user can be asked for a code by mail. Without an SMS
 * provider the server starts and offers no mobile numbers.
 */
export function startProblems({ host, delivery }: Pick<Config, 'host' | 'delivery'>): readonly string[] {
  if (delivery.smtpUrl !== undefined || delivery.outbox) return []
  const cause = isLoopback(host) ? 'OUTBOX is off' : `other machines can reach HOST ${host}`
  return [
    `SMTP_URL must be set, because ${cause}: without a mail server, verification codes would be written to files in ` +
      'DATA_DIR/outbox. Set SMTP_URL, and SMS_URL to offer mobile numbers. For a test installation set OUTBOX=on: ' +
      'everyone who can read these files can then take over accounts.',
  ]
}

type Running = {
  readonly config: Pick<Config, 'host' | 'delivery' | 'feed'>
  /** User id of the process; undefined where the system has none. */
  readonly uid: number | undefined
}

/** Warnings for the log. None on a loopback host, which is for trying things out. */
export function startWarnings({ config: { host, delivery, feed }, uid }: Running): readonly string[] {
  if (isLoopback(host)) return []
  const { smtpUrl, smsUrl, outbox } = delivery
  const warnings: readonly (readonly [boolean, string])[] = [
    [
      uid === 0,
      'the server runs as root: run it as an ordinary user, so that a fault cannot reach all of the machine',
    ],
    [
      feed.kind === 'sim' && feed.seed !== undefined,
      'FEED_SEED is set: anyone who knows it can compute all future prices. Without it, the seed is random and secret',
    ],
    [
      outbox && (smtpUrl === undefined || smsUrl === undefined),
      'verification codes are written to files in DATA_DIR/outbox, because OUTBOX is on and a channel has no provider: everyone who can read them can take over accounts',
    ],
    [
      !outbox && smsUrl === undefined,
      'SMS_URL is not set: no text messages are sent, and mobile numbers are not offered',
    ],
  ]
  return warnings.filter(([applies]) => applies).map(([, warning]) => warning)
}
