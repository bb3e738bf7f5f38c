import type { Plugin, Provided, ProvidesContext } from './plugin.ts'

export interface LoadedPlugin extends Omit<Plugin, 'provides'> {
  provides: Provided
}

export const loadPlugin = ({ provides = {}, ...plugin }: Plugin, context: ProvidesContext): LoadedPlugin => ({
  ...plugin,
  provides: typeof provides === 'function' ? provides(context) : provides,
})
