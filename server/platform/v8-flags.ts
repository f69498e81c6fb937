// V8 garbage collector flags that suit a server with a large heap.
import { setFlagsFromString } from 'node:v8'

/**
 * V8 counts network buffers as external memory and runs a full collection for every 64 MB of it, however large the heap
 * is. Loading a million orders would trigger it many times. Call this before anything else.
 */
export function countBuffersAsHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}

/**
 * During a slow commit the objects of waiting orders outlive a scavenge or two. V8 then pretenures them: it allocates
 * all objects of that kind in the old generation. Freeing them takes a full collection, a pause of some hundred
 * milliseconds every few seconds. Call this after loading, because loaded objects really are long-lived.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
