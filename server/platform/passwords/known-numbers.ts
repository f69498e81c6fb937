import { isWalk } from '#server/platform/passwords/keyboard-walks.ts'

/** Well-known numbers: homophones of Chinese love phrases, digits of π, a famous phone number. */
const numbers = new Set(
  `520 521 1314 5201314 1314520 5211314 1314521 201314 584520 5841314520 5845201314 5845211314 3344520
   7758521 7758258 7758520 7788521 25257758 1314258 13145200 52013140 530 3838438 886 1008610010
   314159 3141592 31415926 3141592653 271828 1618 112358 11235813 1123581321 299792458 142857
   8675309 1701 1138 4869 100200 100200300 102030 10203040 1020304050 010203 123654 123654789 321654
   321654987 456852 147852369 789456 789456123 7894561230 123789 123789456 159753 753951 951753
   134679 134679852 124578 235689 142536 415263 135246 135792468 1357924680 246810 24681012
   12345678910 123456789012 1234567891 123456788 12345679 1234567899 1234560 123457 123465 123456987
   12344321 1234554321 123123 123321 1234321 123454321 112211 110120 110119 110120119 168168 16899168
   20080808 19491001 911911 1029384756 5150 2112 90210`.split(/\s+/),
)

/** A listed number, a keyboard walk over digits, up to four digits repeated, or two such numbers in a row. */
export function isKnownNumber(digits: string): boolean {
  return numbers.has(digits) || isWalk(digits) || /^(\d{1,4})\1+$/.test(digits) || isKnownPair(digits)
}

const maxPairLength = 26

/** Two known numbers in a row, such as `5201314520` or `123456789123`. */
function isKnownPair(digits: string): boolean {
  if (digits.length > maxPairLength) return false
  for (let cut = 3; cut <= digits.length - 3; cut += 1) {
    if (isSingleKnown(digits.slice(0, cut)) && isSingleKnown(digits.slice(cut))) return true
  }
  return false
}

function isSingleKnown(digits: string): boolean {
  return numbers.has(digits) || isWalk(digits)
}
