import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import { crashReportBounds } from '#contract/crash-report-bounds.ts'

/** An unexpected error in the browser, without personal data. The server logs it. */
export const crashReport = defineCall({
  name: 'crash_report',
  group: 'Account and settings',
  summary: 'Report an unexpected error of the app',
  path: '/api/default/crash_report',
  verb: 'POST',
  // Only the log changes, and its outcome needs no idempotency key.
  changes: false,
  access: 'anyone',
  input: Type.Object({
    app: Type.Union([Type.Literal('web'), Type.Literal('desk')]),
    message: Type.String({ maxLength: crashReportBounds.messageLength }),
    stack: Type.String({ maxLength: crashReportBounds.stackLength }),
    screen: Type.String({
      maxLength: crashReportBounds.screenLength,
      description: 'Path of the screen without its query',
    }),
  }),
  answer: Type.Null(),
})

export type CrashReportInput = InputOf<typeof crashReport>
