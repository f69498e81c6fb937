/** Of the simulated feed. */
export const pathLength = { startMinutes: 10, calmMinutes: 5, crashMinutes: 10 }

/** How much falls what falls with the crash. So much, found by trying, closes out about 8 % of the accounts. */
export const crashDepth = 0.085
