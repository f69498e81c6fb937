/** One of several, as Tabs, Chips and Segmented take them. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean | undefined
}
