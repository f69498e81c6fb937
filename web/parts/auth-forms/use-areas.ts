import { readAreas } from '#web/calls/settings.ts'
import type { PhoneArea } from '#web/parts/auth-forms/typed-account.ts'
import { useServerQuery } from '#web/parts/server-query.ts'

export type Areas = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly list: readonly PhoneArea[]
  readonly retry: () => void
}

const noAreas: readonly PhoneArea[] = []

/** The countries with their dialling codes. Read once, and again only after a failure. */
export function useAreas(): Areas {
  const { data, isFetching, isError, refetch } = useServerQuery({
    key: ['areas'],
    async read(call, signal): Promise<readonly PhoneArea[]> {
      const listed = await readAreas(call, signal)
      return listed.map(({ id, code, global_code }) => ({ id, country: code, diallingCode: global_code }))
    },
    isConstant: true,
  })
  return {
    status: isFetching ? 'loading' : isError ? 'failed' : 'ready',
    list: data ?? noAreas,
    retry: () => void refetch(),
  }
}
