import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Fields that may carry a secret are blanked wherever they stand, so that no caller has to remember. */
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

/** What went wrong and where, and nothing else: a database puts whole rows into the other fields of its errors. */
function faultFields(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  const code = 'code' in fault ? { code: String(fault.code) } : {}
  return { type: fault.name, message: fault.message, ...code, stack: fault.stack }
}
