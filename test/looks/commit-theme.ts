import { propertySeed } from '#test/fast-check.ts'

/** The theme in which this commit checks the translated language of its turn: English in dark, or Chinese in light. */
export const themeOfCommit = propertySeed() % 2 === 0 ? 'dark' : 'light'
