import type { RootOptions } from 'react-dom/client'
import { createCrashReporter, reportUncaughtErrors } from '#browser/crash-reports/crash-reporter.ts'
import { sendCrashReport } from '#browser/crash-reports/send-crash-report.ts'
import { pageApiOrigin } from '#browser/platform/page-meta.ts'
import type { CrashReportInput } from '#contract/calls/crash-report.ts'

/** Reports uncaught errors of this page from now on. The result is for the React root: errors of screens. */
export function startCrashReports(app: CrashReportInput['app']): RootOptions {
  const report = createCrashReporter({
    app,
    send: (one) => sendCrashReport(pageApiOrigin(), one),
    path: () => location.pathname,
  })
  reportUncaughtErrors(window, report)
  return {
    // An error boundary shows a message in place of the screen. By default React reports only other errors.
    onCaughtError: (error) => reportError(error),
  }
}
