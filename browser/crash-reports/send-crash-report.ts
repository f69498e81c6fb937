import type { CrashReportInput } from '#contract/calls/crash-report.ts'

/** Sends without the session token, so that the server cannot tell whose report it is. */
export function sendCrashReport(
  origin: string,
  report: CrashReportInput,
  send: typeof fetch = fetch,
): Promise<unknown> {
  return send(`${origin}/api/default/crash_report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    // The page may be closing.
    keepalive: true,
  })
}
