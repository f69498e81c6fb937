import { QueryClient } from '@tanstack/react-query'

type QueryDefaults = {
  /** How long an answer is kept after the last screen with it has closed. */
  readonly gcTime?: number
  readonly refetchOnWindowFocus?: boolean
  readonly refetchOnReconnect?: boolean
}

/** A cache for answers of the server. Failed calls are not repeated: every screen offers a retry. */
export function createQueryClient(queries: QueryDefaults = {}) {
  return new QueryClient({
    defaultOptions: {
      // `always`: without a connection a call fails at once, instead of waiting without a message.
      queries: { retry: false, networkMode: 'always', ...queries },
      // Their inputs may be passwords, so they are forgotten at once.
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  })
}
