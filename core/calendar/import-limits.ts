// Bounds of imported files.

/** A body of half a megabyte holds this with everything escaped that JSON escapes often. */
export const largestFileBytes = 400 * 1024
export const mostImportedEvents = 5000

export const fileFaults = [
  'file_empty',
  'file_too_large',
  'file_unreadable',
  'file_too_complex',
  'too_many_events',
  'column_missing',
  'column_duplicate',
  'column_unknown',
  'language_unknown',
  'zone_unknown',
] as const
export type FileFault = (typeof fileFaults)[number]

/** Faults of an event in a file, besides those of any event. */
export const importFaults = ['duplicate', 'uid_long', 'entry_unreadable'] as const
/** The event is imported all the same. */
export const importWarnings = ['repeats', 'cancelled'] as const
