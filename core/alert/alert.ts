/** `above` and `below` a price; `change` by a percentage in either direction from the price when it was set. */
export const alertConditions = ['above', 'below', 'change'] as const

export type AlertCondition = (typeof alertConditions)[number]

export const alertLimits = {
  /** Active alerts of one user. */
  perUser: 50,
  /** Alerts of one user that are kept, active or hit. Beyond it, those hit longest ago are deleted. */
  keptPerUser: 200,
  /** Active alerts of all users, which are held in memory, and of all demo accounts, which anyone can open. */
  inAll: 500_000,
  ofDemo: 100_000,
  /** Hundredths of a percent. */
  leastChange: 1,
  mostChange: 10_000,
} as const
