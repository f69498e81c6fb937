import type { LiveSupport } from '#server/live/live.ts'

/** The support chat of a bench that does not use it. */
export const noSupport: LiveSupport = {
  findVisitor: async () => undefined,
  feed: { watchOwn: () => () => undefined, onEnded: () => () => undefined },
}
