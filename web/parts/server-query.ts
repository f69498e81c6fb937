import {
  keepPreviousData,
  type QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import type { Call } from '#browser/calls/call-request.ts'
import { createQueryClient } from '#browser/queries/query-client.ts'
import { type AppParts, useParts, useToken, useTranslations } from '#web/parts/app-parts.tsx'

/** Answers that screens have read. They belong to one session: another user must not see them. */
export function useQueryClient(): QueryClient {
  return queryClientOf(useParts())
}

export function queryClientOf({ late }: AppParts): QueryClient {
  return late.once(createQueries)
}

function createQueries({ session }: AppParts): QueryClient {
  const client = createQueryClient()
  session.subscribe(() => client.clear())
  // Starts to read again when the page becomes visible, for as long as the page lives.
  client.mount()
  return client
}

type ServerQuery<Answer> = {
  /** Identifies the question within the session. */
  readonly key: readonly (string | number)[]
  readonly read: (call: Call, signal: AbortSignal) => Promise<Answer>
  /** The server translates the answer, so a change of language reads it again. */
  readonly isTranslated?: boolean
  /** Reads only while true. */
  readonly isEnabled?: boolean
  /** Reads once, and again only after a failure. */
  readonly isConstant?: boolean
  /** Forgets the answer when its last screen closes. Otherwise it is shown again while a new one is read. */
  readonly isForgotten?: boolean
  /** Shows the answer to the previous key until the new one has arrived. */
  readonly keepsPrevious?: boolean
  /** Reads again after this long, while the page is visible. `reads` counts the answers and failures so far. */
  readonly intervalMs?: (answer: Answer | undefined, reads: number) => number | false
}

/** An answer of the server, read when the screen opens and when the page becomes visible again. */
export function useServerQuery<Answer>(query: ServerQuery<Answer>): UseQueryResult<Answer> {
  const { caller } = useParts()
  const { isEnabled = true, isConstant = false, keepsPrevious = false, intervalMs = () => false } = query
  const options: UseQueryOptions<Answer> = {
    queryKey: useQueryKey(query),
    queryFn: ({ signal }) => query.read(caller.call, signal),
    enabled: isEnabled,
    ...(query.isForgotten ? { gcTime: 0 } : {}),
    staleTime: isConstant ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) => intervalMs(state.data, state.dataUpdateCount + state.errorUpdateCount),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  }
  return useQuery(options, useQueryClient())
}

type ServerQueries<Answer, Joined> = {
  readonly queries: readonly {
    readonly key: readonly (string | number)[]
    readonly read: (call: Call, signal: AbortSignal) => Promise<Answer>
  }[]
  /** Age from which an answer is read again. */
  readonly freshMs: number
  /** Must be the same function at each call, so that it runs only when an answer has changed. */
  readonly join: (answers: readonly { readonly data: Answer | undefined }[]) => Joined
}

/** Any number of answers of the server, joined to one value. One that failed or is still to come has no data. */
export function useServerQueries<Answer, Joined>({
  queries,
  freshMs,
  join,
}: ServerQueries<Answer, Joined>): Joined {
  const { caller } = useParts()
  const token = useToken()
  const options = queries.map(({ key, read }) => ({
    queryKey: [token, ...key],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(caller.call, signal),
    staleTime: freshMs,
  }))
  return useQueries({ queries: options, combine: join }, useQueryClient())
}

export function useQueryKey({ key, isTranslated = false }: Pick<ServerQuery<never>, 'key' | 'isTranslated'>) {
  const { language } = useTranslations()
  return [useToken(), ...key, ...(isTranslated ? [language] : [])]
}
