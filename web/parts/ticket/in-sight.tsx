import { type ReactNode, useEffect, useRef } from 'react'

export type InSightProps = { readonly refusal: string | undefined; readonly children: ReactNode }

/** Scrolls a field into view when the server refuses it. */
export function InSight({ refusal, children }: InSightProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal !== undefined) part.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return <div ref={part}>{children}</div>
}
