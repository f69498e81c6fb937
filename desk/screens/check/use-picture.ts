import { useCallback, useEffect, useState } from 'react'
import { useParts } from '#desk/parts/desk-parts.tsx'
import { useLoaded } from '#desk/parts/use-loaded.ts'

export type Picture = {
  /** An address that only this page knows, and only while it shows the picture. */
  readonly address: string | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
  /** It came, but it cannot be drawn. */
  readonly spoil: () => void
}

/** A private picture: fetched with the session's token, because no address of it would be answered without. */
export function usePicture(name: string): Picture {
  const { calls } = useParts()
  const { value, failure, isLoading, reload } = useLoaded(
    useCallback((wishes) => calls.image({ name }, wishes), [calls, name]),
  )
  const [drawn, setDrawn] = useState<{ readonly of: Blob; readonly address: string }>()
  const [spoiled, setSpoiled] = useState<Blob>()
  useEffect(() => {
    if (value === undefined) return
    const address = URL.createObjectURL(value)
    setDrawn({ of: value, address })
    return () => URL.revokeObjectURL(address)
  }, [value])
  const isSpoiled = value !== undefined && spoiled === value
  return {
    address: drawn !== undefined && drawn.of === value && !isSpoiled ? drawn.address : undefined,
    hasFailed: !isLoading && (failure !== undefined || isSpoiled),
    retry: reload,
    spoil: () => setSpoiled(value),
  }
}
