import type { WebKey } from '#i18n/web/shell/en.ts'

/** A screen's name is the last part of the i18n key of its title. */
export type ScreenName = Exclude<NameOfTitle<WebKey>, 'not_found'>

type NameOfTitle<Key> = Key extends `title.${infer Name}` ? Name : never

export type ScreenProps = {
  readonly name: ScreenName
  /** True if the tab bar covers the bottom of the screen. */
  readonly tabBar: boolean
  /** The screen's query string. It does not change while the screen is hidden. */
  readonly search: string
}
