import type { EventHandlers, Plugin, Provided, ProvidesContext } from './plugin.ts'

export interface LoadedPlugin extends Omit<Plugin, 'provides' | 'on'> {
  provides: Provided
  on: EventHandlers
}

export const loadPlugin = ({ provides = {}, on = {}, ...plugin }: Plugin, context: ProvidesContext): LoadedPlugin => ({
  ...plugin,
  provides: typeof provides === 'function' ? provides(context) : provides,
  on: typeof on === 'function' ? on(context) : on,
})
