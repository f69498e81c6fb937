/** The economic calendar. */
export const messages = {
  'calendar.title': 'Calendar',
  'calendar.previous_week': 'Previous week',
  'calendar.next_week': 'Next week',
  'calendar.this_week': 'This week',
  'calendar.filter': 'Importance',
  'calendar.filter.1': 'All',
  'calendar.filter.2': 'Medium and high',
  'calendar.filter.3': 'High only',
  'calendar.importance.1': 'Low importance',
  'calendar.importance.2': 'Medium importance',
  'calendar.importance.3': 'High importance',
  'calendar.list': 'Economic events',
  'calendar.zone': 'Times in {zone}',
  'calendar.none': 'No events this week',
  'calendar.none_text': 'Choose another week, or show more events with the filter above.',
  'calendar.failed': "Couldn't load the calendar",
  'calendar.cut': 'Only the first 1,000 events of this week are listed.',
  'calendar.all_day': 'All day',
  'calendar.next': 'Next',
  'calendar.today': 'Today',
  'calendar.actual': 'Actual',
  'calendar.forecast': 'Forecast',
  'calendar.previous': 'Previous',
  'calendar.unknown': 'not known',
  'calendar.marks': 'Economic events on the chart',
  'calendar.marks.off': 'Off',
  'calendar.marks.high': 'High importance',
  'calendar.marks.all': 'All',
  'calendar.marks.text':
    "Marks on the time axis for events of the market's currencies; daily candles mark only high importance. Tap a mark for details. The calendar beside the news lists every event.",
  'calendar.marks.sheet': 'Economic events',
  'calendar.marks.none': 'These events are no longer in the calendar.',
  'calendar.marks.open': 'Open the calendar',
} as const

export type CalendarKey = keyof typeof messages
export type CalendarMessages = Record<CalendarKey, string>
