import type { UiWords } from '#ui/ui-words.tsx'

/** Plain English: this page is for those who build the product and is not part of it. */
export const showcaseWords: UiWords = {
  close: 'Close',
  back: 'Back',
  increase: 'Increase',
  decrease: 'Decrease',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  retry: 'Try again',
  pullToRefresh: 'Pull to refresh',
  releaseToRefresh: 'Release to refresh',
  refreshing: 'Refreshing',
  noMore: 'No more',
  clear: 'Clear',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  notifications: 'Notifications',
}
