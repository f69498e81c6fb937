import type { CrashReportInput } from '#contract/calls/crash-report.ts'
import { crashReportBounds } from '#contract/crash-report-bounds.ts'

/** The report of an error. Removes everything that could identify a user, and cuts long texts. */
export function describeCrash(app: CrashReportInput['app'], error: unknown, path: string): CrashReportInput {
  const { messageLength, stackLength, screenLength } = crashReportBounds
  const message = error instanceof Error ? `${error.name}: ${error.message}` : typeof error
  const stack = error instanceof Error ? framesOf(error) : ''
  return {
    app,
    message: withoutPersonalData(message).slice(0, messageLength),
    stack: withoutPersonalData(stack).slice(0, stackLength),
    // Numbers in a path are ids of users or orders.
    screen: path.replaceAll(/\d+/g, 'N').slice(0, screenLength),
  }
}

/** The stack without its first lines, in which some browsers repeat the message. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  return (at === -1 || message === '' ? stack : stack.slice(at + message.length)).trim()
}

/** Removes addresses, keys, long numbers and queries of URLs. Line and column numbers are shorter. */
function withoutPersonalData(text: string): string {
  return (
    text
      .replaceAll(/\?[^\s):]*/g, '')
      .replaceAll(/[^\s@/:()]+@[^\s@/:()]+/g, '[address]')
      .replaceAll(/\b[0-9a-f]{16,}\b/gi, '[key]')
      // Session tokens.
      .replaceAll(/[\w-]{32,}/g, '[key]')
      .replaceAll(/\d[\d .-]{5,}\d/g, '[number]')
  )
}
