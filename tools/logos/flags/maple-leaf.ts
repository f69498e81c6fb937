/** Eleven points, straight lines: enough to be the leaf at any size it is shown. */
export const mapleLeaf =
  'M0-6.8L1.4-4.2 2.8-5 2.2-1.6 4-3.4 4.5-2.3 6.3-2.6 5.7-.8 6.6 0 3.5 2.7 3.9 4 .5 3.4V6.6H-.5V3.4L-3.9 4-3.5 2.7-6.6 0-5.7-.8-6.3-2.6-4.5-2.3-4-3.4-2.2-1.6-2.8-5-1.4-4.2z'
