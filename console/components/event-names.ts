import { eventNames } from '#console/strings/event-names.ts'
import { spaced } from './action-names.ts'

/** Returns readable names of events: `order.placed` is `Order: placed`. Events of plugins keep their words. */
export function useEventName(): (event: string) => string {
  const words: Record<string, string> = eventNames.useWords()
  return (event) => {
    const [group = '', verb = ''] = event.split('.')
    const key = `verb_${verb.toLowerCase().replaceAll('-', '_')}`
    return `${words[group] ?? spaced(group)}: ${words[key] ?? spaced(verb)}`
  }
}
