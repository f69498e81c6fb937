// The seeded session hours over real calendar weeks.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LocalDate } from '#core/market/trading-hours.ts'
import { type HoursName, hours } from '#db/seed/hours.ts'
import { openSpans } from '#server/market-data/hours/open-spans.ts'

type Week = {
  readonly title: string
  readonly hours: HoursName
  readonly from: LocalDate
  readonly to: LocalDate
  /** In UTC, without the year. */
  readonly open: string
}

/** Real weeks. The US changed its clocks on 8 March and 1 November 2026, Europe on 29 March and 25 October. */
const weeks: readonly Week[] = [
  {
    title: 'currencies follow the change to summer time in New York',
    hours: 'forex',
    from: '2026-03-01',
    to: '2026-03-16',
    open: `
      03-01 22:00 to 03-06 22:00
      03-08 21:00 to 03-13 21:00
      03-15 21:00 to 03-16 00:00`,
  },
  {
    title: 'currencies ignore the change to summer time in Europe',
    hours: 'forex',
    from: '2026-03-27',
    to: '2026-04-01',
    open: `
      03-27 00:00 to 03-27 21:00
      03-29 21:00 to 04-01 00:00`,
  },
  {
    title: 'currencies ignore the change to winter time in Europe',
    hours: 'forex',
    from: '2026-10-23',
    to: '2026-10-28',
    open: `
      10-23 00:00 to 10-23 21:00
      10-25 21:00 to 10-28 00:00`,
  },
  {
    title: 'currencies follow the change to winter time in New York',
    hours: 'forex',
    from: '2026-10-30',
    to: '2026-11-07',
    open: `
      10-30 00:00 to 10-30 21:00
      11-01 22:00 to 11-06 22:00`,
  },
  {
    title: 'currencies are closed from Christmas Eve to Sunday',
    hours: 'forex',
    from: '2026-12-21',
    to: '2026-12-29',
    open: `
      12-21 00:00 to 12-24 22:00
      12-27 22:00 to 12-29 00:00`,
  },
  {
    title: 'currencies are closed over New Year',
    hours: 'forex',
    from: '2026-12-30',
    to: '2027-01-05',
    open: `
      12-30 00:00 to 12-31 22:00
      01-03 22:00 to 01-05 00:00`,
  },
  {
    title: 'currencies reopen in the evening of a New Year on a Thursday',
    hours: 'forex',
    from: '2025-12-31',
    to: '2026-01-03',
    open: `
      12-31 00:00 to 12-31 22:00
      01-01 22:05 to 01-02 22:00`,
  },
  {
    title: 'gold has a daily break of an hour, across the change to summer time',
    hours: 'metals',
    from: '2026-03-05',
    to: '2026-03-11',
    open: `
      03-05 00:00 to 03-05 22:00
      03-05 23:00 to 03-06 22:00
      03-08 22:00 to 03-09 21:00
      03-09 22:00 to 03-10 21:00
      03-10 22:00 to 03-11 00:00`,
  },
  {
    title: 'gold has a daily break of an hour, across the change to winter time',
    hours: 'metals',
    from: '2026-10-29',
    to: '2026-11-04',
    open: `
      10-29 00:00 to 10-29 21:00
      10-29 22:00 to 10-30 21:00
      11-01 23:00 to 11-02 22:00
      11-02 23:00 to 11-03 22:00
      11-03 23:00 to 11-04 00:00`,
  },
  {
    title: 'gold closes early on Thanksgiving and reopens in the evening',
    hours: 'metals',
    from: '2026-11-25',
    to: '2026-11-29',
    open: `
      11-25 00:00 to 11-25 22:00
      11-25 23:00 to 11-26 18:00
      11-26 23:00 to 11-27 22:00`,
  },
  {
    title: 'gold is closed at Christmas from the afternoon before',
    hours: 'metals',
    from: '2026-12-22',
    to: '2026-12-29',
    open: `
      12-22 00:00 to 12-22 22:00
      12-22 23:00 to 12-23 22:00
      12-23 23:00 to 12-24 22:00
      12-27 23:00 to 12-28 22:00
      12-28 23:00 to 12-29 00:00`,
  },
  {
    title: 'US indices are closed on Good Friday',
    hours: 'us_index',
    from: '2026-04-02',
    to: '2026-04-07',
    open: `
      04-02 00:00 to 04-02 21:00
      04-05 22:00 to 04-06 21:00
      04-06 22:00 to 04-07 00:00`,
  },
  {
    title: 'US indices close early on the Friday observed as Independence Day',
    hours: 'us_index',
    from: '2026-07-02',
    to: '2026-07-07',
    open: `
      07-02 00:00 to 07-02 21:00
      07-02 22:00 to 07-03 17:00
      07-05 22:00 to 07-06 21:00
      07-06 22:00 to 07-07 00:00`,
  },
  {
    title: 'oil reopens in the evening of a New Year on a Thursday',
    hours: 'energies',
    from: '2025-12-31',
    to: '2026-01-03',
    open: `
      12-31 00:00 to 12-31 22:00
      01-01 23:00 to 01-02 22:00`,
  },
  {
    title: 'Brent has a break of two hours and trades through Thanksgiving',
    hours: 'brent',
    from: '2026-11-25',
    to: '2026-11-30',
    open: `
      11-25 01:00 to 11-25 23:00
      11-26 01:00 to 11-26 23:00
      11-27 01:00 to 11-27 23:00`,
  },
  {
    title: 'the German index ignores the change to summer time in New York',
    hours: 'de_index',
    from: '2026-03-06',
    to: '2026-03-11',
    open: `
      03-06 00:15 to 03-06 21:00
      03-09 00:15 to 03-09 21:00
      03-10 00:15 to 03-10 21:00`,
  },
  {
    title: 'the German index opens an hour earlier in UTC after the change to summer time',
    hours: 'de_index',
    from: '2026-03-27',
    to: '2026-04-01',
    open: `
      03-27 00:15 to 03-27 21:00
      03-29 23:15 to 03-30 20:00
      03-30 23:15 to 03-31 20:00
      03-31 23:15 to 04-01 00:00`,
  },
  {
    title: 'the German index opens an hour later in UTC after the change to winter time',
    hours: 'de_index',
    from: '2026-10-23',
    to: '2026-10-28',
    open: `
      10-23 00:00 to 10-23 20:00
      10-26 00:15 to 10-26 21:00
      10-27 00:15 to 10-27 21:00`,
  },
  {
    title: 'the French index follows the closures and early closes of Paris',
    hours: 'fr_index',
    from: '2026-12-23',
    to: '2026-12-29',
    open: `
      12-23 07:00 to 12-23 21:00
      12-24 07:00 to 12-24 13:05
      12-28 07:00 to 12-28 21:00`,
  },
  {
    title: 'the British index opens an hour earlier in UTC after the change to summer time',
    hours: 'uk_index',
    from: '2026-03-27',
    to: '2026-04-01',
    open: `
      03-27 01:00 to 03-27 21:00
      03-30 00:00 to 03-30 20:00
      03-31 00:00 to 03-31 20:00`,
  },
  {
    title: 'the British index opens an hour later in UTC after the change to winter time',
    hours: 'uk_index',
    from: '2026-10-23',
    to: '2026-10-28',
    open: `
      10-23 00:00 to 10-23 20:00
      10-26 01:00 to 10-26 21:00
      10-27 01:00 to 10-27 21:00`,
  },
  {
    title: 'the Japanese index has its break by Chicago time, across its change',
    hours: 'jp_index',
    from: '2026-03-05',
    to: '2026-03-11',
    open: `
      03-05 00:00 to 03-05 22:00
      03-05 23:00 to 03-06 22:00
      03-08 22:00 to 03-09 21:00
      03-09 22:00 to 03-10 21:00
      03-10 22:00 to 03-11 00:00`,
  },
  {
    title: 'the Japanese index closes early on Thanksgiving at noon in Chicago',
    hours: 'jp_index',
    from: '2026-11-26',
    to: '2026-11-28',
    open: `
      11-26 00:00 to 11-26 18:00
      11-26 23:00 to 11-27 22:00`,
  },
  {
    title: 'the Hong Kong index has a lunch break and a night session, also on Friday',
    hours: 'hk_index',
    from: '2026-11-12',
    to: '2026-11-17',
    open: `
      11-12 01:15 to 11-12 04:00
      11-12 05:00 to 11-12 08:30
      11-12 09:15 to 11-12 19:00
      11-13 01:15 to 11-13 04:00
      11-13 05:00 to 11-13 08:30
      11-13 09:15 to 11-13 19:00
      11-16 01:15 to 11-16 04:00
      11-16 05:00 to 11-16 08:30
      11-16 09:15 to 11-16 19:00`,
  },
  {
    title: 'the Hong Kong index closes at noon before Christmas',
    hours: 'hk_index',
    from: '2026-12-23',
    to: '2026-12-29',
    open: `
      12-23 01:15 to 12-23 04:00
      12-23 05:00 to 12-23 08:30
      12-23 09:15 to 12-23 19:00
      12-24 01:15 to 12-24 04:00
      12-28 01:15 to 12-28 04:00
      12-28 05:00 to 12-28 08:30
      12-28 09:15 to 12-28 19:00`,
  },
  {
    title: 'the Hong Kong index has a night session before a holiday and none after it',
    hours: 'hk_index',
    from: '2026-09-30',
    to: '2026-10-03',
    open: `
      09-30 01:15 to 09-30 04:00
      09-30 05:00 to 09-30 08:30
      09-30 09:15 to 09-30 19:00
      10-02 01:15 to 10-02 04:00
      10-02 05:00 to 10-02 08:30
      10-02 09:15 to 10-02 19:00`,
  },
  {
    title: 'the Australian index opens an hour later in UTC after the change to winter time in Sydney',
    hours: 'au_index',
    from: '2026-04-02',
    to: '2026-04-09',
    open: `
      04-02 00:00 to 04-02 05:30
      04-02 06:10 to 04-02 21:00
      04-06 23:50 to 04-07 06:30
      04-07 07:10 to 04-07 22:00
      04-07 23:50 to 04-08 06:30
      04-08 07:10 to 04-08 22:00
      04-08 23:50 to 04-09 00:00`,
  },
  {
    title: 'the Australian index opens an hour earlier in UTC after the change to summer time in Sydney',
    hours: 'au_index',
    from: '2026-10-02',
    to: '2026-10-07',
    open: `
      10-02 00:00 to 10-02 06:30
      10-02 07:10 to 10-02 22:00
      10-04 22:50 to 10-05 05:30
      10-05 06:10 to 10-05 21:00
      10-05 22:50 to 10-06 05:30
      10-06 06:10 to 10-06 21:00
      10-06 22:50 to 10-07 00:00`,
  },
  {
    title: 'US shares follow the change to summer time in New York',
    hours: 'us_shares',
    from: '2026-03-06',
    to: '2026-03-11',
    open: `
      03-06 14:30 to 03-06 21:00
      03-09 13:30 to 03-09 20:00
      03-10 13:30 to 03-10 20:00`,
  },
  {
    title: 'US shares follow the change to winter time in New York',
    hours: 'us_shares',
    from: '2026-10-30',
    to: '2026-11-04',
    open: `
      10-30 13:30 to 10-30 20:00
      11-02 14:30 to 11-02 21:00
      11-03 14:30 to 11-03 21:00`,
  },
  {
    title: 'US shares are closed on Thanksgiving and have half a day after it',
    hours: 'us_shares',
    from: '2026-11-25',
    to: '2026-12-01',
    open: `
      11-25 14:30 to 11-25 21:00
      11-27 14:30 to 11-27 18:00
      11-30 14:30 to 11-30 21:00`,
  },
  {
    title: 'US shares have half a day before Christmas',
    hours: 'us_shares',
    from: '2026-12-23',
    to: '2026-12-29',
    open: `
      12-23 14:30 to 12-23 21:00
      12-24 14:30 to 12-24 18:00
      12-28 14:30 to 12-28 21:00`,
  },
  {
    title: 'German shares follow the change to summer time in Europe',
    hours: 'de_shares',
    from: '2026-03-27',
    to: '2026-03-31',
    open: `
      03-27 08:00 to 03-27 16:30
      03-30 07:00 to 03-30 15:30`,
  },
  {
    title: 'German shares are closed at Christmas and close early on the last day of the year',
    hours: 'de_shares',
    from: '2026-12-23',
    to: '2027-01-05',
    open: `
      12-23 08:00 to 12-23 16:30
      12-28 08:00 to 12-28 16:30
      12-29 08:00 to 12-29 16:30
      12-30 08:00 to 12-30 13:00
      01-04 08:00 to 01-04 16:30`,
  },
  {
    title: 'French shares close early on Christmas Eve',
    hours: 'fr_shares',
    from: '2026-12-23',
    to: '2026-12-29',
    open: `
      12-23 08:00 to 12-23 16:30
      12-24 08:00 to 12-24 13:05
      12-28 08:00 to 12-28 16:30`,
  },
  {
    title: 'British shares follow the change to winter time in Europe',
    hours: 'uk_shares',
    from: '2026-10-23',
    to: '2026-10-27',
    open: `
      10-23 07:00 to 10-23 15:30
      10-26 08:00 to 10-26 16:30`,
  },
  {
    title: 'British shares are closed on the Monday observed as Boxing Day',
    hours: 'uk_shares',
    from: '2026-12-24',
    to: '2026-12-30',
    open: `
      12-24 08:00 to 12-24 12:30
      12-29 08:00 to 12-29 16:30`,
  },
  {
    title: 'Hong Kong shares have a lunch break',
    hours: 'hk_shares',
    from: '2026-11-12',
    to: '2026-11-14',
    open: `
      11-12 01:30 to 11-12 04:00
      11-12 05:00 to 11-12 08:00
      11-13 01:30 to 11-13 04:00
      11-13 05:00 to 11-13 08:00`,
  },
  {
    title: 'Hong Kong shares have half a day before Christmas',
    hours: 'hk_shares',
    from: '2026-12-23',
    to: '2026-12-29',
    open: `
      12-23 01:30 to 12-23 04:00
      12-23 05:00 to 12-23 08:00
      12-24 01:30 to 12-24 04:00
      12-28 01:30 to 12-28 04:00
      12-28 05:00 to 12-28 08:00`,
  },
  {
    title: 'Tokyo shares have a lunch break and are closed on a holiday',
    hours: 'jp_shares',
    from: '2026-11-20',
    to: '2026-11-25',
    open: `
      11-20 00:00 to 11-20 02:30
      11-20 03:30 to 11-20 06:30
      11-24 00:00 to 11-24 02:30
      11-24 03:30 to 11-24 06:30`,
  },
  {
    title: 'crypto markets never close',
    hours: 'crypto',
    from: '2026-12-24',
    to: '2027-01-02',
    open: `
      12-24 00:00 to 01-02 00:00`,
  },
]

describe('session hours', () => {
  for (const { title, hours: name, from, to, open } of weeks)
    it(title, () => {
      assert.deepEqual(formatSpans(name, from, to), open.trim().split(/\n\s*/))
    })
})

function formatSpans(name: HoursName, from: LocalDate, to: LocalDate): readonly string[] {
  const format = (timeMs: number) => new Date(timeMs).toISOString().slice(5, 16).replace('T', ' ')
  return openSpans(hours[name], Date.parse(from), Date.parse(to)).map(
    ({ fromMs, toMs }) => `${format(fromMs)} to ${format(toMs)}`,
  )
}
