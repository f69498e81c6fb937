import { type RefObject, useEffect, useRef, useState } from 'react'
import { useScrollContainer } from '#ui/scroll-container.tsx'

export type NearView<Shown extends Element> = {
  readonly ref: RefObject<Shown | null>
  /** Whether it is on the screen or about to be. */
  readonly isNear: boolean
}

/** A row ahead of the finger is already up to date when it comes into sight. */
const aheadPx = 160

/** For what costs something only while it can be seen. */
export function useNearView<Shown extends Element>(): NearView<Shown> {
  const ref = useRef<Shown>(null)
  const container = useScrollContainer()
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    return watchOf(container?.current ?? null).watch(element, setIsNear)
  }, [container])
  return { ref, isNear }
}

type Watch = {
  readonly watch: (element: Element, tell: (isNear: boolean) => void) => () => void
}

/** One observer for all rows of a screen: they come into sight together. */
const watches = new WeakMap<Element, Watch>()

function watchOf(root: Element | null): Watch {
  if (root === null) return createWatch(null)
  const watch = watches.get(root) ?? createWatch(root)
  watches.set(root, watch)
  return watch
}

function createWatch(root: Element | null): Watch {
  const tells = new Map<Element, (isNear: boolean) => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) tells.get(target)?.(isIntersecting)
    },
    { root, rootMargin: `${aheadPx}px 0px` },
  )
  return {
    watch(element, tell) {
      tells.set(element, tell)
      observer.observe(element)
      return () => {
        tells.delete(element)
        observer.unobserve(element)
      }
    },
  }
}
