import { createContext, type RefObject, use } from 'react'

/** The element that scrolls the screen one is in; lists pull, load and measure against it. */
export const ScrollContainer = createContext<RefObject<HTMLElement | null> | null>(null)

export function useScrollContainer(): RefObject<HTMLElement | null> | null {
  return use(ScrollContainer)
}
