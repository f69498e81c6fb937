import type { WebKey } from '#i18n/web/en.ts'

/** Every screen has its name and its title under the same word. */
export type ScreenName = Exclude<NameOfTitle<WebKey>, 'not_found'>

type NameOfTitle<Key> = Key extends `title.${infer Name}` ? Name : never

/** What a screen is handed by the app. */
export type ScreenProps = {
  readonly name: ScreenName
  /** Whether the tab bar lies over its lower end. */
  readonly tabBar: boolean
  /** Its own query string, which stays as it was while the screen is hidden. */
  readonly search: string
}
