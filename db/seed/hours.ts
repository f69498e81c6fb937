import type { LocalTime, Session, WeeklyHours } from '#core/market/trading-hours.ts'
import * as days from '#db/seed/holidays.ts'

// Trading hours by name; a market refers to them in `hours`. All times are local, because daylight saving time changes
// on different dates in New York, Europe and Sydney.

type Week = WeeklyHours['week']

const newYork = 'America/New_York'

/** Futures of Chicago and New York: Sunday evening to Friday afternoon, with an hour's break each day. */
const usFutures: WeeklyHours = {
  zone: newYork,
  week: nightAndDay('17:00', '18:00'),
  dayEnds: '18:00',
  calendar: days.usFutures,
}

export const hours = {
  /** Around the clock on weekdays, without the pause that some providers make at the 17:00 rollover. */
  forex: {
    zone: newYork,
    week: nightAndDay('17:00', '17:00'),
    dayEnds: '17:00',
    calendar: days.currencies,
  },
  metals: usFutures,
  energies: usFutures,
  brent: {
    zone: newYork,
    week: nightAndDay('18:00', '20:00'),
    dayEnds: '20:00',
    calendar: days.brentFutures,
  },
  us_index: usFutures,
  de_index: dayHours('Europe/Berlin', [['01:15', '22:00']], days.frankfurt),
  fr_index: dayHours('Europe/Paris', [['08:00', '22:00']], days.paris),
  uk_index: dayHours('Europe/London', [['01:00', '21:00']], days.london),
  /** The Tokyo index, as traded in Chicago. */
  jp_index: {
    zone: 'America/Chicago',
    week: nightAndDay('16:00', '17:00'),
    dayEnds: '17:00',
    calendar: days.usFuturesInChicago,
  },
  hk_index: {
    zone: 'Asia/Hong_Kong',
    week: dayAndNight(
      [
        ['09:15', '12:00'],
        ['13:00', '16:30'],
      ],
      '17:15',
      '03:00',
    ),
    dayEnds: '27:00',
    calendar: days.hongKong,
  },
  au_index: {
    zone: 'Australia/Sydney',
    week: dayAndNight([['09:50', '16:30']], '17:10', '08:00'),
    dayEnds: '32:00',
    calendar: days.sydney,
  },
  crypto: {
    zone: 'UTC',
    week: everyDay([['00:00', '24:00']]),
    dayEnds: '24:00',
    calendar: { closed: [] },
  },
  us_shares: dayHours(newYork, [['09:30', '16:00']], days.newYork),
  de_shares: dayHours('Europe/Berlin', [['09:00', '17:30']], days.frankfurt),
  fr_shares: dayHours('Europe/Paris', [['09:00', '17:30']], days.paris),
  uk_shares: dayHours('Europe/London', [['08:00', '16:30']], days.london),
  hk_shares: dayHours(
    'Asia/Hong_Kong',
    [
      ['09:30', '12:00'],
      ['13:00', '16:00'],
    ],
    days.hongKong,
  ),
  jp_shares: dayHours(
    'Asia/Tokyo',
    [
      ['09:00', '11:30'],
      ['12:30', '15:30'],
    ],
    days.tokyo,
  ),
} as const satisfies Readonly<Record<string, WeeklyHours>>

export type HoursName = keyof typeof hours

function dayHours(
  zone: string,
  sessions: readonly Session[],
  calendar: WeeklyHours['calendar'],
): WeeklyHours {
  return { zone, week: { ...everyDay(sessions), sat: [], sun: [] }, dayEnds: '24:00', calendar }
}

function everyDay(sessions: readonly Session[]): Week {
  return {
    mon: sessions,
    tue: sessions,
    wed: sessions,
    thu: sessions,
    fri: sessions,
    sat: sessions,
    sun: sessions,
  }
}

/** Sunday evening to Friday afternoon, closed daily from `breakFrom` to `breakTo`. */
function nightAndDay(breakFrom: LocalTime, breakTo: LocalTime): Week {
  const day: Session = ['00:00', breakFrom]
  const evening: Session = [breakTo, '24:00']
  return { ...everyDay([day, evening]), fri: [day], sat: [], sun: [evening] }
}

/** Day sessions, then a night session until the next morning. The night session of Friday ends on Saturday. */
function dayAndNight(sessions: readonly Session[], nightFrom: LocalTime, nightTo: LocalTime): Week {
  const morning: Session = ['00:00', nightTo]
  const day: readonly Session[] = [...sessions, [nightFrom, '24:00']]
  return { ...everyDay([morning, ...day]), mon: day, sat: [morning], sun: [] }
}
