import type { TextStorage } from '#web/stores/stored-text.ts'

/** What lasts as long as the tab, reloads included. Merely naming it throws where cookies are blocked. */
export function tabStorage(): TextStorage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
