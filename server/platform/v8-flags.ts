// How V8 goes about what is no longer needed, where its habits do not suit a server.
import { setFlagsFromString } from 'node:v8'

/**
 * Every buffer from the network counts as memory outside of the heap, and V8 goes through the whole heap whenever 64 MB of that have come, however
 * large the heap is: many times over while a million orders are read. To be called first of all.
 */
export function countBuffersAsHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}

/**
 * While a commit takes long, whatever belongs to the orders that wait for it outlives a collection or two. V8 then takes all of its kind for
 * long-lived and puts it among the old from there on, where it stays until everything is gone through: a pause of some hundred
 * milliseconds, every few seconds. To be called once everything is read: what was read is long-lived.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
