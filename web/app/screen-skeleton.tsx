import { Screen } from '#ui/screen.tsx'
import { SkeletonRow } from '#ui/skeleton.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'
import type { ScreenName } from '#web/parts/screen-props.ts'

const rows = [1, 2, 3, 4, 5]

/** Stands in for a screen whose chunk is still on its way. */
export function ScreenSkeleton({ name }: { name: ScreenName }) {
  const t = useTranslate()
  return (
    <div aria-busy="true" className="h-full">
      <Screen title={t(`title.${name}`)}>
        {rows.map((row) => (
          <SkeletonRow key={row} />
        ))}
      </Screen>
    </div>
  )
}
