/** `above` and `below` a price; `change` by a percentage in either direction from the price when it was set. */
export const alertConditions = ['above', 'below', 'change'] as const

export type AlertCondition = (typeof alertConditions)[number]

export const alertLimits = {
  /** Active alerts of one user. */
  perUser: 50,
  /** Hundredths of a percent. */
  leastChange: 1,
  mostChange: 10_000,
} as const
