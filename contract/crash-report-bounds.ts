/** The longest texts of a crash report. The browser cuts longer ones. */
export const crashReportBounds = { messageLength: 300, stackLength: 2_000, screenLength: 100 } as const
