import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Fields that may carry a secret are blanked wherever they stand, so that no caller has to remember. */
const secretFields = ['authorization', 'password', 'token', 'code', 'totp', 'cookie', 'secret']

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[secret]',
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
