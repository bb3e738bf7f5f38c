import { useOwnLanguage } from '../use-own-language.ts'

export { LiveChanges } from '../live/live-changes.tsx'
export { AttentionCount } from './attention-count.tsx'
export { PluginEntries } from './plugin-entries.tsx'

/** Takes over the language of the user on a new device. */
export function OwnLanguage() {
  useOwnLanguage()
  return null
}
