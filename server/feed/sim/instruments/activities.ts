import type { Activity, Curve } from '#server/feed/sim/process/activity.ts'

// When things move. Heights are variance: twice the height is 1.4 times the movement. What counts is the shape; the
// whole is scaled so that a working day comes to 1.

const hour = 60
const always: Curve = { home: 'utc', corners: [[0, 1]] }

/** From the middle of the morning to the middle of the afternoon there, higher when another town is awake too. */
const tokyo = (height: number): Curve => ({
  home: 'tokyo',
  corners: [
    [8 * hour, 0],
    [9 * hour, height],
    [11 * hour, 0.7 * height],
    [15 * hour, 0.4 * height],
    [17 * hour, 0],
  ],
})
const london = (height: number): Curve => ({
  home: 'london',
  corners: [
    [6 * hour, 0],
    [8 * hour, height],
    [11 * hour, 0.7 * height],
    [16 * hour, 0.8 * height],
    [18 * hour, 0],
  ],
})
const newYork = (height: number): Curve => ({
  home: 'new_york',
  corners: [
    [6.5 * hour, 0],
    [8.5 * hour, height],
    [11 * hour, 0.9 * height],
    [13 * hour, 0.4 * height],
    [17 * hour, 0.1 * height],
    [18 * hour, 0],
  ],
})

/** The hours of an exchange: busiest when it opens, busy when it closes, nearly still when it is closed. */
const exchange = (home: Curve['home'], opens: number, closes: number, height: number): Curve => ({
  home,
  corners: [
    [opens - 1, 0],
    [opens, 2.6 * height],
    [opens + 20, 1.6 * height],
    [opens + 90, 0.9 * height],
    [(opens + closes) / 2, 0.6 * height],
    [closes - 30, 0.9 * height],
    [closes, 1.8 * height],
    [closes + 1, 0],
  ],
})

const weekend = 0.03

export const activities = {
  currencies: { curves: [always, tokyo(1), london(3.5), newYork(4.5)], weekend },
  pacific: { curves: [always, tokyo(3), london(2.5), newYork(4)], weekend },
  metals: { curves: [always, tokyo(2), london(2), newYork(4)], weekend },
  energies: { curves: [always, london(2.5), newYork(6)], weekend },
  coins: { curves: [{ home: 'utc', corners: [[0, 3]] }, london(1), newYork(2)], weekend: 0.7 },
  world: { curves: [always, tokyo(0.6), london(1), exchange('new_york', 9.5 * hour, 16 * hour, 5)], weekend },
  europe: { curves: [always, exchange('frankfurt', 9 * hour, 17.5 * hour, 7)], weekend },
  hongKong: { curves: [always, exchange('hong_kong', 9.5 * hour, 16 * hour, 8)], weekend },
  japan: { curves: [always, exchange('tokyo', 9 * hour, 15.5 * hour, 6), newYork(2)], weekend },
  australia: { curves: [always, exchange('sydney', 10 * hour, 16 * hour, 6)], weekend },
  americanShares: { curves: [always, exchange('new_york', 9.5 * hour, 16 * hour, 20)], weekend },
  germanShares: { curves: [always, exchange('frankfurt', 9 * hour, 17.5 * hour, 16)], weekend },
  britishShares: { curves: [always, exchange('london', 8 * hour, 16.5 * hour, 16)], weekend },
  hongKongShares: { curves: [always, exchange('hong_kong', 9.5 * hour, 16 * hour, 18)], weekend },
  japaneseShares: { curves: [always, exchange('tokyo', 9 * hour, 15.5 * hour, 18)], weekend },
} as const satisfies Readonly<Record<string, Activity>>

export type ActivityName = keyof typeof activities
