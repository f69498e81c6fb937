import { createContext, type RefObject, use } from 'react'

/** The scroll area of the current screen. Lists use it for pull to refresh, for loading more rows and for measuring. */
export const ScrollContainer = createContext<RefObject<HTMLElement | null> | null>(null)

export function useScrollContainer(): RefObject<HTMLElement | null> | null {
  return use(ScrollContainer)
}
