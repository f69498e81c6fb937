import type { UiLabels } from '#ui/ui-labels.tsx'

/** English only, because the showcase page is for developers. */
export const showcaseLabels: UiLabels = {
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
