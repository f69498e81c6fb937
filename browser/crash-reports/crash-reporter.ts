import { describeCrash } from '#browser/crash-reports/crash-report.ts'
import type { CrashReportInput } from '#contract/calls/crash-report.ts'

export type CrashReporterParts = {
  readonly app: CrashReportInput['app']
  /** Sends a report. A failure is ignored: an error report must not cause another error. */
  readonly send: (report: CrashReportInput) => Promise<unknown>
  readonly path: () => string
}

/** Reports an error to the server. */
export type ReportCrash = (error: unknown) => void

/** A page that keeps failing says nothing new. */
const maxReports = 5

/** Reports each error once, and only a few per page. */
export function createCrashReporter({ app, send, path }: CrashReporterParts): ReportCrash {
  const sent = new Set<string>()
  return (error) => {
    const report = describeCrash(app, error, path())
    const fingerprint = `${report.message}\n${report.stack}`
    if (sent.has(fingerprint) || sent.size >= maxReports) return
    sent.add(fingerprint)
    send(report).catch(() => undefined)
  }
}

/** Reports uncaught errors of the page. Errors of extensions and of other origins have no details and are skipped. */
export function reportUncaughtErrors(page: Window, report: ReportCrash): void {
  page.addEventListener('error', ({ error }) => {
    if (error !== null && error !== undefined) report(error)
  })
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
