import { StartError } from '#server/base/start-error.ts'
import type { EventHandlers, Plugin, Provided, ProvidesContext } from './plugin.ts'

export interface LoadedPlugin extends Omit<Plugin, 'provides' | 'on'> {
  provides: Provided
  on: EventHandlers
}

/** @throws StartError that names the plugin, if `provides` or `on` throws. */
export const loadPlugin = ({ provides = {}, on = {}, ...plugin }: Plugin, context: ProvidesContext): LoadedPlugin => ({
  ...plugin,
  provides: typeof provides === 'function' ? partOf(plugin, 'provides', () => provides(context)) : provides,
  on: typeof on === 'function' ? partOf(plugin, 'on', () => on(context)) : on,
})

function partOf<Part>({ name }: Pick<Plugin, 'name'>, part: string, build: () => Part): Part {
  try {
    return build()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw Object.assign(new StartError(`The plugin ${name} failed in \`${part}\`: ${message}`), { cause: error })
  }
}
