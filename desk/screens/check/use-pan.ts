import { type MouseEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { scrollToPlace, type Zoom } from '#desk/screens/check/picture-view.ts'

type Place = { readonly x: number; readonly y: number }

/** Movement below this is a press, not a pull. */
const pressPx = 4
const middle: Place = { x: 0.5, y: 0.5 }

export type Pan = {
  readonly ref: RefObject<HTMLElement | null>
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onScroll: () => void
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
}

/** What is too large for its window is pulled about; a press enlarges what is pressed, or brings it all back. */
export function usePan(zoom: Zoom, onZoom: (zoom: Zoom) => void): Pan {
  const ref = useRef<HTMLElement>(null)
  const place = useRef(middle)
  const pulledPx = useRef(0)

  useLayoutEffect(() => {
    const { current: box } = ref
    if (box === null || zoom === 1) return
    box.scrollLeft = scrollToPlace(place.current.x, box.scrollWidth, box.clientWidth)
    box.scrollTop = scrollToPlace(place.current.y, box.scrollHeight, box.clientHeight)
  }, [zoom])

  return {
    ref,
    onPointerDown: () => {
      pulledPx.current = 0
    },
    onPointerMove(event) {
      // A finger scrolls by itself.
      if (event.buttons !== 1 || event.pointerType === 'touch') return
      pulledPx.current += Math.abs(event.movementX) + Math.abs(event.movementY)
      event.currentTarget.scrollBy(-event.movementX, -event.movementY)
    },
    onScroll() {
      const { current: box } = ref
      if (box === null) return
      place.current = {
        x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
        y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
      }
    },
    onClick(event) {
      if (pulledPx.current > pressPx) return
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
      place.current =
        zoom === 1 ? { x: (event.clientX - left) / width, y: (event.clientY - top) / height } : middle
      onZoom(zoom === 1 ? 2 : 1)
    },
  }
}
