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

/** Leaves the app. The address comes from the server, and is checked here once more. */
export async function leaveFor(address: string): Promise<void> {
  const { parseRedirect } = await import('#core/company/redirect-list.ts')
  const parsed = parseRedirect(address)
  if (parsed !== undefined) location.replace(parsed.href)
}
