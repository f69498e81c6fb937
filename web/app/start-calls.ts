import type { AppParts } from '#web/parts/app-parts.tsx'

/** Calls that every visit makes. They start after the first paint, and nothing waits for them. */
export function makeStartCalls({ basicInfo, provider }: Pick<AppParts, 'basicInfo' | 'provider'>): void {
  requestAnimationFrame(() => {
    setTimeout(() => {
      void basicInfo.refresh()
      void provider.refresh()
    })
  })
}

/** Leaves the app, unless the address is its own. It comes from the server, and is checked here once more. */
export async function leaveFor(address: string): Promise<void> {
  const { redirectTarget } = await import('#core/company/redirect-list.ts')
  const target = redirectTarget(address, location.origin)
  if (target !== undefined) location.replace(target)
}
