/** One option of Tabs, Chips or Segmented. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean | undefined
}
