import { setFlagsFromString } from 'node:v8'

/**
 * While a commit takes long, whatever belongs to the orders that wait for it outlives a collection or two. V8 then takes all of its kind for
 * long-lived and puts it among the old for good, where it stays until everything is gone through: a pause of some hundred milliseconds, every
 * few seconds. It is to make no such guesses.
 */
export function keepYoungGarbageYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
