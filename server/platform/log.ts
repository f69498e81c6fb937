import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Fields redacted at any of the first three levels, so that callers need not redact them. */
const secretFields = [
  'authorization',
  'cookie',
  'password',
  'old_password',
  'new_password',
  'token',
  'secret',
  'totp',
  'auth_code',
  'sms_code',
]

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { fault: faultFields },
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[secret]',
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Logs type, message, code and stack only: PostgreSQL errors carry whole rows in their other fields. */
function faultFields(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  const code = 'code' in fault ? { code: String(fault.code) } : {}
  return { type: fault.name, message: fault.message, ...code, stack: fault.stack }
}
