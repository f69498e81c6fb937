import { isRoleAllowed } from '#core/user/operator-role.ts'
import { useParts, useStore } from '#desk/parts/desk-parts.tsx'

/** The lists of articles, which are also the first part of their paths. */
export type ArticleList = 'news' | 'texts'

export function useCanWrite(): boolean {
  const { operator } = useStore(useParts().statusPoll)
  return operator !== undefined && isRoleAllowed(operator.role, ['content'])
}
