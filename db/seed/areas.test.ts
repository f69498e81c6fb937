import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Area, parseInternational, parseNational } from '#core/user/contact.ts'
import { areaSeed } from '#db/seed/areas.ts'
import { fc } from '#test/fast-check.ts'

function area(country: string): Area {
  const found = areaSeed.find((one) => one.country === country)
  assert.ok(found, country)
  return found
}

const countries = areaSeed.map(({ country }) => country)

describe('the areas', () => {
  it('have unique ids and countries', () => {
    assert.equal(new Set(areaSeed.map(({ id }) => id)).size, areaSeed.length)
    assert.equal(new Set(countries).size, areaSeed.length)
    for (const { id, country, diallingCode } of areaSeed) {
      assert.ok(Number.isInteger(id) && id > 0, country)
      assert.match(country, /^[A-Z]{2}$/)
      assert.match(diallingCode, /^[1-9]\d{0,2}$/, country)
    }
  })

  // Clients send these ids and accounts store them, so their meaning must never change.
  it('keep the ids of the first release', () => {
    const first = areaSeed.filter(({ id }) => id <= 244).sort((one, other) => one.id - other.id)
    const written = first.map(({ id, country }) => `${id} ${country}`).join()
    const digest = createHash('sha256').update(written).digest('hex')
    assert.equal(digest, '339a38e577d3916f5bb759bf02945e3d38fc5f4301da7fd0bfd01c0066143a4e')
  })

  it('are 244 countries known to Intl', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    assert.deepEqual(
      countries.filter((country) => names.of(country) === undefined),
      [],
    )
    assert.equal(areaSeed.length, 244)
  })

  it('begin with the most common countries, Taiwan second, then are sorted by code', () => {
    const first = ['SG', 'TW', 'MY', 'JP', 'KR', 'TH', 'VN', 'ID', 'GB', 'DE', 'US']
    assert.deepEqual(countries.slice(0, first.length), first)
    const rest = countries.slice(first.length)
    assert.deepEqual(rest, [...rest].sort())
  })

  it('have the right dialling codes', () => {
    const known = {
      SG: '65',
      TW: '886',
      GB: '44',
      US: '1',
      CA: '1',
      TT: '1',
      RU: '7',
      KZ: '7',
      VA: '39',
      XK: '383',
    }
    for (const [country, code] of Object.entries(known))
      assert.equal(area(country).diallingCode, code, country)
  })

  it('cover exactly the dialling codes assigned to countries', () => {
    const codes = new Set(areaSeed.map(({ diallingCode }) => diallingCode))
    // By zone, as assigned in ITU-T E.164. Missing codes are not assigned to a country.
    const zones = [
      '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66',
      '81 82 84 86 90 91 92 93 94 95 98 211 212 213 216 218 290 291 297 298 299 350 351 352 353 354 355 356 357',
      '358 359 370 371 372 373 374 375 376 377 378 380 381 382 383 385 386 387 389 420 421 423 500 501 502 503',
      '504 505 506 507 508 509 590 591 592 593 594 595 596 597 598 599 670 672 673 674 675 676 677 678 679 680',
      '681 682 683 685 686 687 688 689 690 691 692 850 852 853 855 856 880 886 960 961 962 963 964 965 966 967',
      '968 970 971 972 973 974 975 976 977 992 993 994 995 996 998',
      ...Array.from({ length: 50 }, (_, code) => `${220 + code}`).filter(
        (code) => code !== '247' && code !== '259',
      ),
    ]
    assert.deepEqual([...codes].sort(), zones.flatMap((zone) => zone.split(' ')).sort())
  })

  it('have no dialling code that is a prefix of another', () => {
    for (const { diallingCode: one } of areaSeed)
      for (const { diallingCode: other } of areaSeed)
        assert.ok(one === other || !other.startsWith(one), other)
  })

  it('are all supported except six, which share their dialling codes with no other', () => {
    const refused = areaSeed.filter(({ isSupported }) => !isSupported)
    assert.deepEqual(
      Object.fromEntries(refused.map(({ country, diallingCode }) => [country, diallingCode])),
      {
        KP: '850',
        IL: '972',
        CN: '86',
        HK: '852',
        VU: '678',
        CU: '53',
      },
    )
    for (const { diallingCode } of refused)
      assert.equal(areaSeed.filter((one) => one.diallingCode === diallingCode).length, 1)
  })

  it('keep a leading zero in five countries', () => {
    const keepers = areaSeed.filter(({ keepsZero }) => keepsZero).map(({ country }) => country)
    assert.deepEqual(keepers, ['BF', 'BJ', 'CG', 'CI', 'SM'])
    // Countries that share a dialling code must treat the zero alike, or one number would have two forms.
    for (const { country, diallingCode, keepsZero } of areaSeed)
      for (const other of areaSeed)
        if (other.diallingCode === diallingCode) assert.equal(other.keepsZero, keepsZero, country)
  })

  it('normalize a number to one form in every country', () => {
    const typed = fc.stringMatching(/^[0-9]{4,15}$/)
    fc.assert(
      fc.property(typed, fc.constantFrom(...areaSeed), (text, home) => {
        const number = parseNational(text, home)
        fc.pre(number !== undefined)
        const again = parseInternational(number.full, areaSeed)
        assert.deepEqual([again?.national, again?.full], [number.national, number.full])
        assert.equal(parseNational(`+${number.full}`, home)?.full, number.full)
        assert.equal(again?.area.isSupported, home.isSupported)
      }),
      { numRuns: 3000 },
    )
  })
})
