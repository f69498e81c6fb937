import type { SupportThread } from '#contract/calls/support.ts'

const rising = ['last_number', 'delivered', 'read', 'desk_delivered', 'desk_read'] as const

/** Answers and pushes may come in another order than they were made. Numbers and marks of a thread only rise. */
export function newestThread(known: SupportThread | undefined, told: SupportThread): SupportThread {
  if (known === undefined) return told
  const isOld = rising.some((name) => told[name] < known[name])
  const risen = Object.fromEntries(rising.map((name) => [name, Math.max(known[name], told[name])]))
  return { ...(isOld ? known : told), ...risen }
}
